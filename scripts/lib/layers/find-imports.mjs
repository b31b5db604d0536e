import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/**
 * A module of ours that another one imports.
 * @typedef {{ path: string, line: number }} Import
 */

/**
 * Every module of ours that a module imports, in whatever form: values, types, what is exported again, what is loaded
 * later. Packages and files that are no code are left out.
 * @param {string} path of the module
 * @param {string} src the folder that the aliases of `package.json` stand in, beside `tests`
 * @returns {Import[]} with absolute paths, in the order of the text
 */
export function findImports(path, src) {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const imports = []
  const note = ({ source }) => {
    if (typeof source?.value !== 'string') return
    const target = resolve(source.value, path, src)
    if (target) imports.push({ path: target, line: text.slice(0, source.start).split('\n').length })
  }
  new Visitor({
    ImportDeclaration: note,
    ExportNamedDeclaration: note,
    ExportAllDeclaration: note,
    ImportExpression: note,
    TSImportType: note,
  }).visit(program)
  return imports
}

function resolve(specifier, path, src) {
  const [bare = ''] = specifier.split('?')
  if (!/\.tsx?$/.test(bare)) return undefined
  const target = bare.startsWith('#')
    ? join(src, bare.startsWith('#tests/') ? '..' : '', bare.slice(1))
    : bare.startsWith('.')
      ? join(dirname(path), bare)
      : undefined
  return target && existsSync(target) ? target : undefined
}
