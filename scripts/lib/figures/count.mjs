import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'vite'

const isTest = (/** @type {string} */ path) =>
  /\.test\.tsx?$/.test(path) || /\/(testing|journeys)\//.test(path)

/** Lines from which a function is hard to take in at once, and up to which a file may be too small for a name of its own. */
const longFunction = 60
const smallFile = 30

/**
 * What a module costs its reader.
 * @param {string} text of the module
 * @param {string} path its name, for its language
 * @returns {{ lines: number, casts: number, longFunctions: number }}
 */
export function countModule(text, path) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (/** @type {number} */ at) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= at) low = middle
      else high = middle
    }
    return low
  }
  let casts = 0
  let longFunctions = 0
  const cast = ({ typeAnnotation }) => {
    if (typeAnnotation.typeName?.name !== 'const') casts++
  }
  const measure = ({ start, end }) => {
    if (lineOf(end - 1) - lineOf(start) + 1 > longFunction) longFunctions++
  }
  new Visitor({
    TSAsExpression: cast,
    TSTypeAssertion: cast,
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return { lines: starts.length - 1, casts, longFunctions }
}

/**
 * The figures of the product's own modules, without their tests and what only tests use.
 * @param {string} src their folder
 */
export function countProduct(src) {
  const modules = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(src, join(entry.parentPath, entry.name)))
    .filter((path) => !isTest(path))
    .map((path) => ({ path, ...countModule(readFileSync(join(src, path), 'utf8'), path) }))
  const sum = (/** @type {'lines' | 'casts' | 'longFunctions'} */ key) =>
    modules.reduce((total, module) => total + module[key], 0)
  const longest = modules.reduce((one, other) => (other.lines > one.lines ? other : one))
  return {
    files: modules.length,
    lines: sum('lines'),
    smallFiles: modules.filter(({ lines }) => lines < smallFile).length,
    longestFile: longest.lines,
    longest: longest.path,
    casts: sum('casts'),
    longFunctions: sum('longFunctions'),
  }
}
