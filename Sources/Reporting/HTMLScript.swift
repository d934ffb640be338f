/// The filters of the matrix. It works on what the page says already, and adds no markup of its own.
enum HTMLScript {
    static let text = """
        "use strict";
        const form = document.querySelector(".filters");
        if (form) {
          const rows = [...document.querySelectorAll(".matrix tbody tr")];
          const status = document.getElementById("shown");
          const value = (name) => (form.elements[name] ? form.elements[name].value : "");
          const apply = () => {
            const text = value("text").toLowerCase();
            let shown = 0;
            for (const row of rows) {
              const fits = row.textContent.toLowerCase().includes(text)
                && (!value("verdict") || row.dataset.verdict === value("verdict"))
                && (!value("provider") || row.dataset.provider === value("provider"))
                && (!value("phase") || row.dataset.phases.split(" ").includes(value("phase")));
              row.hidden = !fits;
              if (fits) shown += 1;
            }
            status.textContent = shown + " of " + rows.length + " rows shown";
          };
          form.hidden = false;
          form.addEventListener("input", apply);
          form.addEventListener("reset", () => setTimeout(apply));
          form.addEventListener("submit", (event) => event.preventDefault());
          apply();
        }
        """
}
