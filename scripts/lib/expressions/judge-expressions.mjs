import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { check } from 'recheck'
import { cacheDir } from '../repository.mjs'

/**
 * No clock decides: how far an expression is tried is bounded by the characters that are read (`attackLimit`,
 * `incubationLimit`), so that a busy machine comes to the same judgement as an idle one, only later.
 */
const settings = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 }
const version = `${createRequire(import.meta.url)('recheck/package.json').version} ${JSON.stringify(settings)}`
const cacheFile = join(cacheDir, 'expressions.json')

/**
 * How long expressions can take at worst. What was found out once is remembered.
 * @param {readonly { source: string, flags: string }[]} expressions
 * @returns {Promise<Map<string, string>>} why one is refused, by `/source/flags`; those that are linear are absent
 */
export async function judgeExpressions(expressions) {
  const known = readKnown()
  const judged = {}
  for (const { source, flags } of expressions) {
    const key = keyOf({ source, flags })
    judged[key] ??= known[key] ?? (await judge(source, flags))
  }
  mkdirSync(cacheDir, { recursive: true })
  writeFileSync(cacheFile, JSON.stringify({ version, judged: { ...known, ...judged } }))
  return new Map(Object.entries(judged).filter(([, problem]) => problem !== linear))
}

export const keyOf = ({ source, flags }) => `/${source}/${flags}`

const linear = 'linear'

function readKnown() {
  if (!existsSync(cacheFile)) return {}
  try {
    const cache = JSON.parse(readFileSync(cacheFile, 'utf8'))
    return cache.version === version ? cache.judged : {}
  } catch {
    return {}
  }
}

async function judge(source, flags) {
  const { status, complexity, attack, error } = await check(source, flags, settings)
  if (status === 'safe') return linear
  return status === 'vulnerable'
    ? `${complexity.summary}, for example with ${attack.pattern}`
    : `could not be judged: ${error?.kind}`
}
