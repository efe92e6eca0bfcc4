import { html } from 'hono/html'
import type { AdminField, AdminState, AdminTable } from './admin-section'
import { page, type Html } from './page'

const clockTime = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'America/Sao_Paulo',
})

/** The sandbox's state and its buttons. */
export const adminPage = ({ now, clockOffsetSeconds, sections }: AdminState): Html =>
  page(
    'Shopee de teste',
    html`<h1>Shopee de teste</h1>
      <p class="soft">
        Substitui a plataforma da Shopee neste computador. Relógio da plataforma: ${clockTime.format(now * 1000)}
        (${clockOffsetSeconds} s adiante).
      </p>
      <nav class="actions" aria-label="Partes">
        ${sections.map(({ title }, index) => html`<a href="#parte-${index}">${title}</a>`)}
        <a href="/admin/sheets">Planilhas do vendedor</a>
      </nav>
      ${sections.map(
        (section, index) =>
          html`<section id="parte-${index}">
            <h2>${section.title}</h2>
            ${section.tables.map(table)}
            ${section.actions.filter(({ fields, alone }) => alone || fields.length > 0).map(form)}
          </section>`,
      )}`,
  )

const table = ({ title, columns, rows }: AdminTable): Html => {
  const hasButtons = rows.some(({ buttons }) => buttons?.length)
  return html`
    <h3>${title}</h3>
    ${
      rows.length === 0
        ? html`<p class="soft">Nada ainda.</p>`
        : html`<div class="table" tabindex="0" role="region" aria-label="${title}">
            <table>
              <thead>
                <tr>
                  ${columns.map((column) => html`<th scope="col">${column}</th>`)}
                  ${hasButtons ? html`<th scope="col">Ações</th>` : ''}
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  ({ cells, buttons = [] }) =>
                    html`<tr>
                      ${cells.map((cell) => html`<td>${cell === null ? '' : String(cell)}</td>`)}
                      ${hasButtons ? html`<td>${buttons.map(button)}</td>` : ''}
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }
  `
}

const button = ({ action, label, values }: { action: string; label: string; values: Record<string, string> }): Html =>
  html`<form class="inline" method="post" action="/admin/${action}">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>${label}</button>
  </form>`

const form = ({ name, label, fields }: { name: string; label: string; fields: AdminField[] }): Html =>
  html`<form class="row" method="post" action="/admin/${name}">
    ${fields.map(
      (field) =>
        html`<label
          >${field.label}<br />${
            field.choices
              ? html`<select name="${field.name}">
                  ${field.choices.map(({ value, label: shown }) => html`<option value="${value}">${shown}</option>`)}
                </select>`
              : html`<input name="${field.name}" value="${field.initial ?? ''}" />`
          }</label
        >`,
    )}
    <button>${label}</button>
  </form>`
