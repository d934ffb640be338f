import SystemIO

/// A real program, and a shell script that puts it through its work in an empty folder.
///
/// What the script prints must be the same in any folder, so it prints no times and no paths. It ends at the first
/// command that fails.
package struct SmokeProgram: Sendable, CustomStringConvertible {
    package let name: String
    private let script: String

    package var description: String { name }

    package static let all: [SmokeProgram] = [
        SmokeProgram(
            name: "rsync",
            script: """
                mkdir -p a/deep/er; for i in 1 2 3 4 5; do echo "file $i" > a/deep/f$i; done; ln a/deep/f1 a/hard
                ln -s deep/f2 a/soft; chmod 640 a/deep/f3; rsync -aHXA a/ b/; echo more >> a/deep/f4; rm a/deep/f5
                touch -d 2001-01-01 a/deep/f4 a/deep
                rsync -aHXA --delete --itemize-changes a/ b/ | sort; diff -r a b; stat -c '%n %a %h %s' b/hard b/deep/*
                """),
        SmokeProgram(
            name: "git",
            script: """
                git init -q one; cd one; git config user.email a@b; git config user.name c
                for i in 1 2 3 4 5 6 7 8; do seq 1 $((i * 500)) > f$i; git add .; git commit -qm "commit $i"; done
                cd ..; git clone -q --no-hardlinks one two; cd two; git gc -q --aggressive; git fsck --full 2>&1
                git mv f1 g1; git status --short; git reset -q --hard; git log --format=%s; git count-objects | cut -d, -f1
                """),
        SmokeProgram(
            name: "sqlite3",
            script: """
                q() { sqlite3 db "$@"; }; q "pragma journal_mode=wal; create table t(a integer primary key, b text);"
                q "with recursive c(x) as (select 1 union all select x+1 from c where x<5000)
                insert into t select x, hex(x*x) from c;"
                (q "pragma busy_timeout=20000; update t set b=b||'x' where a%2=0;") &
                q "pragma busy_timeout=20000; update t set b=b||'y' where a%2=1;"; wait
                q "select count(*), sum(length(b)) from t; pragma integrity_check; pragma wal_checkpoint(truncate);"
                q "pragma journal_mode=delete; delete from t where a>100; vacuum; select count(*) from t;"; ls
                """),
        SmokeProgram(
            name: "tar",
            script: """
                mkdir -p a/b; seq 1 20000 > a/b/c; truncate -s 10M a/sparse; echo end >> a/sparse; ln a/b/c a/hard
                ln -s b a/l; mkfifo a/pipe; chmod 1777 a/b; tar -cSf t.tar a; mkdir out; tar -xpSf t.tar -C out
                diff -r --no-dereference -x pipe a out/a; tar -tvf t.tar | awk '{print $1, $3, $6}' | sort
                tar -dSf t.tar && du -k out/a/sparse | awk '{print ($1 < 1000)}'
                """),
        SmokeProgram(
            name: "unzip",
            script: """
                mkdir -p a/b; seq 1 5000 > a/one; seq 1 9000 > a/b/two; echo é > 'a/b/é ü'; chmod 755 a/one
                zip -qr z.zip a; unzip -q z.zip -d out; diff -r a out/a; unzip -tq z.zip; zip -qd z.zip a/one
                unzip -Z1 z.zip | sort; stat -c %a out/a/one
                """),
        SmokeProgram(
            name: "vim",
            script: """
                seq 1 100 > f; chmod 640 f; vim -Nu NONE -es -c 'set backup writebackup undofile' -c '%s/5/five/g' \
                -c '$put =\\"last\\"' -c wq f; tail -n 2 f; stat -c %a f; ls -A
                vim -Nu NONE -es -c 'set nobackup backupcopy=yes' -c 1d -c wq f; head -n 1 f; ls -A
                """),
        SmokeProgram(
            name: "ripgrep",
            script: """
                mkdir -p a/b .hidden; seq 1 30000 > a/n; seq 29000 40000 > a/b/m; echo 29999 > .hidden/x
                printf 'b/\\n' > a/.ignore; rg -c '^2999' | sort; rg --no-ignore --hidden -n --mmap '29999' | sort
                rg --files | sort; rg -j4 -l 3 | sort
                """),
        SmokeProgram(
            name: "python3",
            script: """
                python3 - <<'END'
                import fcntl, mmap, os, shutil, tempfile
                with open("m", "wb+") as f:
                    f.truncate(100_000)
                    with mmap.mmap(f.fileno(), 100_000) as m:
                        m[500:505] = b"hello"
                        m.flush()
                        f.seek(500); print(f.read(5))
                        f.seek(99_000); f.write(b"world"); f.flush(); print(m[99_000:99_005])
                    fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
                with mmap.mmap(os.open("m", os.O_RDONLY), 0, prot=mmap.PROT_READ) as m: print(m.find(b"world"))
                shutil.copy2("m", "n"); print(open("m", "rb").read() == open("n", "rb").read())
                with tempfile.TemporaryFile(dir=".") as t: t.write(b"x" * 5000); t.seek(4999); print(t.read())
                os.makedirs("d/e/f"); shutil.copytree("d", "g"); shutil.rmtree("d"); print(sorted(os.listdir(".")))
                END
                """),
        SmokeProgram(
            name: "cp",
            script: """
                seq 1 50000 > a; truncate -s 5M s; printf x | dd of=s bs=1 seek=3000000 conv=notrunc status=none
                chmod 604 a; cp --reflink=auto -a a b; cp --sparse=always s t; cp -al a c; cp --reflink=auto s u
                cmp a b; cmp s t; cmp s u; stat -c '%n %a %h %s' a b c t; du -k t | awk '{print ($1 < 500)}'
                mv a d; mv -n b c; install -m 711 d e; stat -c '%n %a' d e; ls
                """),
        SmokeProgram(
            name: "dd",
            script: """
                dd if=/dev/zero of=f bs=64k count=16 oflag=direct status=none; seq 1 100000 | dd of=g bs=4k conv=fsync \
                iflag=fullblock status=none; dd if=f of=h bs=1M iflag=direct oflag=direct status=none
                dd if=g of=h bs=4096 seek=3 skip=2 count=5 conv=notrunc iflag=direct oflag=direct status=none
                sha256sum f g h; dd if=/dev/zero of=h bs=4096 seek=300 count=0 status=none; stat -c '%n %s' f g h
                """),
        SmokeProgram(
            name: "inotifywait",
            script: """
                mkdir d; inotifywait -q -m -r --format '%e %f' -e create,delete,move,close_write,attrib d > log 2> err &
                w=$!; while ! grep -q inotify /proc/$w/fdinfo/* 2>/dev/null; do sleep 0.01; done
                echo x > d/a; mv d/a d/b; chmod 600 d/b; ln d/b d/c; rm d/b d/c; mkdir d/e; rmdir d/e; touch d/end
                while ! grep -q 'CLOSE_WRITE.* end' log; do sleep 0.01; done; kill $w; wait $w || :; cat log
                """),
        SmokeProgram(
            name: "qpdf",
            script: """
                qpdf --empty --static-id e.pdf; printf '%s\\n' '%PDF-1.4' '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj' \
                '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj' \
                '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj' 'trailer<</Root 1 0 R/Size 4>>' '%%EOF' > d.pdf
                qpdf --static-id d.pdf p.pdf 2> /dev/null || [ $? = 3 ]; qpdf --check p.pdf
                qpdf --static-id --linearize p.pdf l.pdf; qpdf --static-id --encrypt u o 256 -- p.pdf k.pdf
                qpdf --show-npages l.pdf; qpdf --password=u --show-npages k.pdf
                qpdf --static-id --replace-input --rotate=90:1 p.pdf; sha256sum p.pdf l.pdf; ls
                """),
    ]

    /// Runs the script in a new folder inside `directory`.
    /// - Returns: All that it printed, and its exit code as the last line.
    package func run(in directory: String, until deadline: ContinuousClock.Instant) throws -> String {
        var options = ChildProcess.Options()
        options.workingDirectory = directory
        let run = try CapturedRun(
            path: "bash",
            arguments: ["-c", "set -e; export LC_ALL=C HOME=$PWD; mkdir smoke-\(name); cd smoke-\(name)\n" + script],
            options: options, until: deadline)
        let end = run.exit.map(\.description) ?? "no end in time"
        return "\(run.output.text)\(run.error.text)\(end)"
    }
}
