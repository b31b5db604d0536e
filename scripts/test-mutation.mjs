// npm run test:mutation [-- [--minutes 60] [--continue] word…]: changes the rules of money and status one place at a
// time, those whose path has one of the words in it, or all. A test of theirs has to notice each change.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { rulesFor } from './lib/mutation/rules.mjs'
import { leastScore, percentOf, scoreOf } from './lib/mutation/score.mjs'
import { node } from './lib/repository.mjs'
import { run } from './lib/run.mjs'

const stryker = join('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')

/**
 * One rule after the other, each with its own test alone: what is read once when a module is loaded, tables and texts,
 * can only be changed by loading it again, and with the tests of all rules that takes hours.
 */
main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '60' },
      continue: { type: 'boolean', default: false },
    },
  })
  await ensureInstalled()
  const rules = rulesFor(positionals)
  if (rules.length === 0) throw new Error('No rule has one of these words in its path.')
  const ends = performance.now() + Number(values.minutes) * 60_000
  const found = []
  for (const { rule, test } of rules) {
    if (performance.now() > ends) break
    const began = performance.now()
    const report = join('.cache', 'mutation', `${rule.replaceAll('/', '-')}.json`)
    const code = await run(
      node,
      [stryker, 'run', '--mutate', rule, ...(values.continue ? ['--incremental'] : [])],
      { env: { ...process.env, MUTATION_TEST: test, MUTATION_REPORT: report } },
    )
    if (code !== 0)
      throw new Error(`${rule} could not be tested: its own tests fail, or something is missing.`)
    const score = scoreOf(JSON.parse(await readFile(report, 'utf8')))
    found.push({ rule, score })
    console.log(`${lineOf(rule, score)}, ${Math.round((performance.now() - began) / 1_000)} s`)
  }

  const all = found.map(({ score }) => score)
  const sum = {
    noticed: all.reduce((total, { noticed }) => total + noticed, 0),
    unnoticed: all.reduce((total, { unnoticed }) => total + unnoticed, 0),
  }
  console.log(['', ...found.map(({ rule, score }) => lineOf(rule, score)), lineOf('all', sum)].join('\n'))
  const left = rules.slice(found.length).map(({ rule }) => rule)
  if (left.length > 0)
    console.log(`Not reached within ${values.minutes} minutes: ${left.join(', ')}. Go on with --continue.`)
  const weak = found.filter(({ score }) => percentOf(score) < leastScore).map(({ rule }) => rule)
  if (weak.length > 0) console.log(`Below ${leastScore} %: ${weak.join(', ')}.`)
  return weak.length + left.length > 0 ? 1 : 0
})

/** "src/features/checkout/rules/pricing.ts: 97.6 %, 5 of 208 changes were not noticed" */
function lineOf(/** @type {string} */ name, /** @type {import('./lib/mutation/score.mjs').Score} */ score) {
  const { noticed, unnoticed } = score
  return `${name}: ${percentOf(score).toFixed(1)} %, ${unnoticed} of ${noticed + unnoticed} changes were not noticed`
}
