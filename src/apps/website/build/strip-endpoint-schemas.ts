import type { Plugin } from 'vite'

const recordFile = /\/src\/(?:base|features\/[\w-]+)\/api\/(?!endpoint\.ts)[\w-]+\.ts$/
const keptProperties = new Set(['method', 'path', 'access', 'replacesSession'])

interface Node {
  type: string
  start: number
  end: number
}
interface ObjectExpression extends Node {
  properties: (Node & { key?: Node & { name?: string } })[]
}
interface Call extends Node {
  callee: Node & { name?: string }
  arguments: Node[]
}
interface Statement extends Node {
  declaration?: Statement | null
  declarations?: (Node & { init?: Node | null })[]
}
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Leaves of each endpoint record what the browser uses: method, path, access, and whether it replaces the session. Its schemas are the server's
 * business; without them the sign-in page does not carry zod. Forms import the schemas they check by name; the
 * ones that no form imports are marked as doing nothing by being made, whatever rules they are made of.
 */
export function stripEndpointSchemas(): Plugin {
  return {
    name: 'strip-endpoint-schemas',
    transform: {
      filter: { id: recordFile },
      handler(code) {
        const program = this.parse(code)
        const edits = [...droppedProperties(program, code), ...unusedUnlessImported(program)]
        // From the end, so that positions before stay true.
        const stripped = edits
          .sort((one, other) => other.start - one.start)
          .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
        return { code: stripped, map: null, moduleSideEffects: false }
      },
    },
  }
}

const droppedProperties = (program: unknown, code: string): Edit[] =>
  callsOf(program, 'endpoint')
    .flatMap((record) => (record.arguments[0] as ObjectExpression).properties)
    .filter(({ key }) => !keptProperties.has(key?.name ?? ''))
    .map(({ start, end }) => {
      // The comma after it goes with it.
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
      return { start, end: end + comma, text: '' }
    })

const unusedUnlessImported = (program: unknown): Edit[] =>
  (program as { body: Statement[] }).body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .flatMap(({ init }) => (init && isMadeByCalls(init) ? [init] : []))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ])

/** A schema, or an object of some that others are made of: one that stayed brought zod to every page of the console. */
const isMadeByCalls = (init: Node): boolean =>
  init.type === 'CallExpression'
    ? (init as Call).callee.name !== 'endpoint'
    : init.type === 'ObjectExpression' && callsOf(init).length > 0

function callsOf(node: unknown, name?: string): Call[] {
  if (Array.isArray(node)) return node.flatMap((one) => callsOf(one, name))
  if (typeof node !== 'object' || node === null) return []
  const isCall =
    'type' in node &&
    node.type === 'CallExpression' &&
    (name === undefined || (node as Call).callee.name === name)
  return isCall ? [node as Call] : Object.values(node).flatMap((one) => callsOf(one, name))
}
