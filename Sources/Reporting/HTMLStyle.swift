/// How the page looks: light and dark as the reader's system has it, on paper without what only a screen can use.
enum HTMLStyle {
    static let text = """
        :root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --soft: #f3f5f7; --line: #c9d0d8;
          --quiet: #56606b; --good: #0b6b34; --bad: #b3261e; --void: #6a5400; --action: #7a8794; --phase: #2f6fb3;
          --operation: #4d8f7a; --link: #0a58a8; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --paper: #14171a; --soft: #1e2327;
          --line: #3c454d; --quiet: #a3adb7; --good: #6fd08f; --bad: #ff8a80; --void: #e3c76a; --action: #8d99a5;
          --phase: #6ba7e5; --operation: #6fb8a0; --link: #8ab8f0; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 76rem; padding: 1.25rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1.25rem; margin: 2rem 0 .5rem; }
        h3 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
        small, footer, dt { color: var(--quiet); font-weight: normal; } code { overflow-wrap: anywhere; }
        a { color: var(--link); } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; background: var(--paper); padding: .5rem; }
        .verdict { font-size: 1.1rem; margin: .25rem 0 1rem; }
        .held { color: var(--good); } .failed { color: var(--bad); font-weight: 600; } .void { color: var(--void); }
        .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .75rem; }
        .figures div { background: var(--soft); border-radius: .5rem; padding: .5rem .75rem; }
        dt { font-size: .85rem; } dd { margin: 0; overflow-wrap: anywhere; } .figures dd { font-size: 1.2rem; }
        .finding, .trial { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
        .finding dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr));
          gap: .5rem 1rem; margin: 0; }
        .badge { display: inline-block; background: var(--bad); color: var(--paper); border-radius: .25rem;
          padding: 0 .4rem; font-size: .85rem; font-weight: 600; }
        .filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: .5rem 0; }
        .filters[hidden] { display: none; } .filters label { display: grid; font-size: .85rem; color: var(--quiet); }
        input, select, button { font: inherit; padding: .3rem .5rem; color: var(--ink); background: var(--paper);
          border: 1px solid var(--line); border-radius: .25rem; max-width: 100%; }
        .scroll { overflow-x: auto; max-width: 100%; }
        table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
        th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
        thead th { background: var(--soft); position: sticky; top: 0; }
        tbody th { font-weight: 600; min-width: 10rem; } .matrix td { min-width: 7rem; }
        .timeline { width: 100%; min-width: 40rem; height: auto; font-size: 11px; }
        .trial { overflow-x: auto; }
        .timeline text { fill: var(--ink); } .timeline text.tick { fill: var(--quiet); }
        .timeline text.inside { fill: var(--paper); } .timeline line { stroke: var(--line); }
        .timeline .action { fill: var(--action); } .timeline .phase { fill: var(--phase); }
        .timeline .phase:hover { opacity: .8; } .timeline g:nth-of-type(2n) .phase { fill-opacity: .8; }
        .timeline .operation { fill: var(--operation); } .timeline .fault { fill: var(--bad); }
        @media print { .filters, .skip, #shown { display: none; } body { max-width: none; padding: 0; }
          .finding, .trial, tr { break-inside: avoid; } .scroll { overflow: visible; } thead th { position: static; } }
        """
}
