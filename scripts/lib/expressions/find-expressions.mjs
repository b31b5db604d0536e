import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { root } from '../repository.mjs'

/**
 * A regular expression as it stands in a file.
 * @typedef {{ source: string, flags: string, line: number }} Expression
 */

/** Stands for a text that was escaped, of which nothing else is known. */
const escapedText = 'x'
const escapedTexts = 'xa|xb'
/** These take a text as an expression. */
const textMethods = new Set(['match', 'matchAll', 'search'])

/**
 * Every regular expression of a module: literals, and what is made with `RegExp` out of constants, wherever they
 * stand, and of texts that were escaped. Anything else cannot be judged beforehand, and is named.
 * @param {string} path of the module, for its imports
 * @param {string} [text] its text, where that is not what is stored
 * @returns {{ expressions: Expression[], unreadable: { line: number, text: string }[] }}
 */
export function findExpressions(path, text = readFileSync(path, 'utf8')) {
  const module = parseModule(path, text)
  const expressions = []
  const unreadable = []
  const lineOf = (node) => text.slice(0, node.start).split('\n').length
  const note = (node, source, flags) => {
    if (source === undefined || flags === undefined)
      unreadable.push({ line: lineOf(node), text: text.slice(node.start, node.end) })
    else expressions.push({ source, flags, line: lineOf(node) })
  }
  const made = (node) => {
    if (!isNamed(node.callee, 'RegExp')) return
    const [source, flags] = node.arguments
    note(node, source && textOf(source, module), flags ? textOf(flags, module) : '')
  }
  new Visitor({
    Literal(node) {
      if (node.regex) note(node, node.regex.pattern, node.regex.flags)
    },
    NewExpression: made,
    CallExpression(node) {
      made(node)
      const { callee, arguments: given } = node
      if (callee.type !== 'MemberExpression' || !textMethods.has(callee.property.name)) return
      const [source] = given
      if (source?.type === 'TemplateLiteral' || typeof source?.value === 'string')
        note(node, textOf(source, module), '')
    },
  }).visit(module.program)
  return { expressions, unreadable }
}

/** @typedef {{ path: string, program: any, constants: Map<string, any>, imports: Map<string, { from: string, name: string }> }} Module */

/** @returns {Module} */
function parseModule(path, text) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const constants = new Map()
  const imports = new Map()
  new Visitor({
    VariableDeclaration({ kind, declarations }) {
      if (kind !== 'const') return
      // Of two with one name nobody says which is meant.
      for (const { id, init } of declarations)
        if (id.type === 'Identifier') constants.set(id.name, constants.has(id.name) ? undefined : init)
    },
    ImportDeclaration({ source, specifiers }) {
      for (const each of specifiers)
        if (each.type === 'ImportSpecifier')
          imports.set(each.local.name, { from: source.value, name: each.imported.name })
    },
  }).visit(program)
  return { path, program, constants, imports }
}

/**
 * What a constant expression comes to; undefined for what is not constant.
 * @returns {string | undefined}
 */
function textOf(node, module) {
  const all = (nodes, joined) => {
    const texts = nodes.map((each) => textOf(each, module))
    return texts.includes(undefined) ? undefined : joined(texts)
  }
  switch (node?.type) {
    case 'Literal':
      return ['string', 'number'].includes(typeof node.value) ? String(node.value) : undefined
    case 'TemplateLiteral':
      return all(node.expressions, (texts) =>
        node.quasis.map((quasi, at) => quasi.value.cooked + (texts[at] ?? '')).join(''),
      )
    case 'BinaryExpression':
      return node.operator === '+' ? all([node.left, node.right], (texts) => texts.join('')) : undefined
    case 'LogicalExpression':
      return all([node.left, node.right], ([one, other]) => `(?:${one}|${other})`)
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return textOf(node.expression, module)
    case 'Identifier':
      return constantOf(node.name, module)
    case 'CallExpression':
      if (isEscape(node.callee)) return escapedText
      return isEitherOfEscaped(node) ? escapedTexts : undefined
    default:
      return undefined
  }
}

/** Of this module, or of one of ours that it is imported from. */
function constantOf(name, module) {
  const imported = module.imports.get(name)
  if (!imported) return textOf(module.constants.get(name), module)
  const path = imported.from.startsWith('#')
    ? join(root, imported.from.startsWith('#tests/') ? '' : 'src', imported.from.slice(1))
    : join(dirname(module.path), imported.from)
  if (!existsSync(path)) return undefined
  return constantOf(imported.name, parseModule(path, readFileSync(path, 'utf8')))
}

const isNamed = (node, name) => node?.type === 'Identifier' && node.name === name
const isMethod = (node, name) => node?.type === 'MemberExpression' && isNamed(node.property, name)
const isEscape = (node) => isMethod(node, 'escape') && isNamed(node.object, 'RegExp')

/** `texts.map(RegExp.escape).join('|')` */
function isEitherOfEscaped({ callee, arguments: [separator] }) {
  if (!isMethod(callee, 'join') || separator?.value !== '|') return false
  const map = callee.object
  return map.type === 'CallExpression' && isMethod(map.callee, 'map') && isEscape(map.arguments[0])
}
