import { html } from 'hono/html'
import type { Markup } from './page.ts'
import type { ConsoleAction, ConsoleCell, ConsoleInput, ConsoleSection } from './sections.ts'

/** A section's name in addresses. */
export const slugOf = (section: ConsoleSection) =>
  section.title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Folded on the page of everything, where it is opened by its title, by its link or by a search. */
export function sectionMarkup(section: ConsoleSection, rowsShown: number, isOpen: boolean): Markup {
  const slug = slugOf(section)
  const total = section.total ?? section.rows.length
  const rows = section.rows.slice(0, rowsShown)
  const hasActions = rows.some((row) => row.actions?.length)
  return html`<details class="section" id="${slug}" ${isOpen ? 'open' : ''}>
    <summary>
      <h2 id="${slug}-title">${section.title}</h2>
      <span class="muted">${
        rows.length < section.rows.length
          ? `newest ${rows.length} of ${total}`
          : total > rows.length
            ? `${rows.length} of ${total}`
            : total || ''
      }</span>
    </summary>
    ${section.hint ? html`<p class="hint">${section.hint}</p>` : ''}
    ${
      rows.length === 0
        ? html`<p class="empty">${section.empty}</p>`
        : html`<table aria-labelledby="${slug}-title">
            <thead>
              <tr>
                ${section.columns.map((column) => html`<th scope="col">${column}</th>`)}
                ${hasActions ? html`<th scope="col"><span class="sr-only">Actions</span></th>` : ''}
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (row) => html`<tr>
                  ${row.cells.map((cell, index) => cellMarkup(cell, section.columns[index] ?? ''))}
                  ${hasActions ? html`<td class="actions">${(row.actions ?? []).map((action) => actionForm(action))}</td>` : ''}
                </tr>`,
              )}
            </tbody>
          </table>`
    }
    ${rows.length < section.rows.length ? html`<p class="hint"><a href="/?section=${slug}">Show more</a></p>` : ''}
    ${section.actions?.length ? html`<footer>${section.actions.map((action) => actionForm(action))}</footer>` : ''}
  </details>`
}

function cellMarkup(cell: ConsoleCell, column: string): Markup {
  const { text, tone, mono, long } = (typeof cell === 'string' ? { text: cell } : cell) as Exclude<
    ConsoleCell,
    string
  >
  const classes = [tone, mono && 'mono', long && 'long'].filter(Boolean).join(' ')
  return html`<td data-label="${column}"><span class="${classes}">${text}</span></td>`
}

/** A button, or a button that opens a small form when something has to be typed. */
export function actionForm(action: ConsoleAction): Markup {
  const button = html`<button class="${action.danger ? 'danger' : ''}">${action.label}</button>`
  const form = (className: string, content: Markup | Markup[]) =>
    html`<form class="${className}" data-path="${action.path}" data-method="${action.method ?? 'POST'}" data-values="${JSON.stringify(action.values ?? {})}" data-ask="${action.danger ? `${action.label}?` : ''}">${content}</form>`
  if (!action.inputs?.length) return form('inline', button)
  return html`<details class="form">
    <summary class="button">${action.label}</summary>
    ${form('popover', [...action.inputs.map((input) => inputMarkup(input)), html`<div>${button}</div>`])}
  </details>`
}

function inputMarkup(input: ConsoleInput): Markup {
  const kind = input.lines ? 'lines' : input.numeric ? 'number' : 'text'
  const field = input.options
    ? html`<select name="${input.name}" data-kind="${kind}">
        ${input.options.map(
          (option) =>
            html`<option value="${option.value}" ${option.value === input.value ? 'selected' : ''}>${option.label}</option>`,
        )}
      </select>`
    : input.lines
      ? html`<textarea name="${input.name}" rows="4" data-kind="${kind}" spellcheck="false">${input.value ?? ''}</textarea>`
      : html`<input name="${input.name}" value="${input.value ?? ''}" data-kind="${kind}" inputmode="${input.numeric ? 'numeric' : 'text'}" autocomplete="off" spellcheck="false" />`
  return html`<label>${input.label}${field}</label>`
}
