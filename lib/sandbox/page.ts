import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const STYLE = `
:root{color-scheme:light dark;--ink:#1c1917;--soft:#57534e;--line:#d6d3d1;--paper:#fff;--back:#f5f5f4;--accent:#b83a1c;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#f5f5f4;--soft:#c4bfb9;--line:#57534e;--paper:#292524;--back:#1c1917;--accent:#ffb19c;--on:#1c1917}}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:var(--back);color:var(--ink)}
a{color:var(--accent)}main{max-width:72rem;margin:0 auto;padding:1rem}main.narrow{max-width:34rem}
h1{font-size:1.375rem;margin:.5rem 0}h2{font-size:1.125rem;margin:0 0 .5rem}h3{font-size:1rem;margin:1rem 0 .25rem}
section,fieldset{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
legend{font-weight:600;padding:0 .25rem}p{margin:.25rem 0 .75rem}.soft{color:var(--soft)}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line);vertical-align:top}
form.inline{display:inline}form.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:end;margin:.5rem 0}
label{display:block}label.choice{display:flex;gap:.75rem;align-items:center;min-height:2.75rem}
input,select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.5rem;padding:.5rem .75rem;min-height:2.75rem;max-width:100%}
input[type=radio],input[type=checkbox]{min-height:0;width:1.25rem;height:1.25rem;accent-color:var(--accent)}
button,a.button{font:inherit;font-weight:600;display:inline-block;min-height:2.75rem;padding:.5rem 1rem;border-radius:.5rem;border:1px solid var(--accent);background:var(--paper);color:var(--accent);cursor:pointer;text-decoration:none}
button.first{background:var(--accent);color:var(--on)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}`

export const page = (title: string, body: Html, { narrow = false } = {}): Html =>
  html`<!DOCTYPE html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main class="${narrow ? 'narrow' : ''}">${body}</main>
      </body>
    </html>`
