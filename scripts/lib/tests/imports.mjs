import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../repository.mjs'

/** Whatever is quoted, except modules that are imported for their types alone: those are not there at run time. */
const quoted = /^(?:import|export) type\b[^']*'[^']*'|'([^'\n]+)'/gm
const isPath = (text) => /^[.#\w-][\w./#-]*\.\w+$/.test(text) && !text.includes('//')
/** What a database is reached by. */
const driver = 'pg'

/** @type {Map<string, string[]>} */
const known = new Map()

/**
 * The files of ours that a file imports or names, such as a program that it starts. Found by an expression: a parser
 * takes ten times as long, and this is asked of every test before any of them runs.
 * @param {string} file from the root of the checkout, as all paths here
 */
function namedIn(file) {
  const found = known.get(file)
  if (found) return found
  const named = /\.(?:[mc]?js|tsx?)$/.test(file) ? quotedIn(file).flatMap((text) => resolve(text, file)) : []
  known.set(file, named)
  return named
}

const quotedIn = (file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(quoted)].flatMap(([, text]) => text ?? [])

function resolve(text, file) {
  if (text === driver) return [text]
  if (!isPath(text)) return []
  const path = text.startsWith('#')
    ? join(text.startsWith('#tests/') ? '' : 'src', text.slice(1))
    : text.startsWith('.')
      ? join(dirname(file), text)
      : text
  return isThere(path) ? [path] : []
}

/** @type {Map<string, boolean>} */
const there = new Map()
function isThere(path) {
  const answer = there.get(path) ?? existsSync(join(root, path))
  there.set(path, answer)
  return answer
}

/**
 * A file and everything that it leads to.
 * @param {string} file
 * @param {(path: string) => boolean} [isFollowed] where to go on
 * @returns {Set<string>}
 */
export function reachedFrom(file, isFollowed = () => true) {
  const reached = new Set([file])
  for (const each of reached)
    if (each !== driver) for (const next of namedIn(each)) if (isFollowed(next)) reached.add(next)
  return reached
}

/** Whether a test runs with a database, in its own process or in one that it starts. */
export const needsDatabase = (/** @type {string} */ file) => reachedFrom(file).has(driver)
