import react from '@vitejs/plugin-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport } from 'vite'
import { fileOf } from './files-of.ts'

/** A component, as file and name, that stands on a page until it can be drawn. */
export type Outline = readonly [file: string, name: string]

const place = '<div id="root"></div>'

/** The page with the outline in it, as it is drawn before any code runs. */
export async function withOutline(html: string, [file, name]: Outline): Promise<string> {
  const { module } = await runnerImport<Record<string, ComponentType>>(fileOf(file), {
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
  })
  const Drawn = module[name]
  if (!Drawn) throw new Error(`${file} has no ${name}.`)
  if (!html.includes(place)) throw new Error(`index.html has no ${place}`)
  return html.replace(place, () => `<div id="root">${renderToStaticMarkup(createElement(Drawn))}</div>`)
}
