// npm test: checks, unit and API tests, the build, and whole journeys in a real browser. All of them run, even
// after one has failed. The last line counts the tests.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main } from './lib/main.mjs'
import { binDir, cacheDir } from './lib/repository.mjs'
import { run } from './lib/run.mjs'
import { unhandledErrorsOf } from './lib/unhandled-errors.mjs'

/** What keeps the tests from being called passed, beside failed tests. */
const problems = []
/** Named again at the end, where they are found however long the output before it is. */
const failures = []
let passed = 0
let failed = 0

main(async () => {
  await ensureInstalled()
  if (!(await runChecks())) problems.push('The checks found something.')
  await runVitest()
  await runPlaywright()
  for (const { name, reason } of failures) console.log(`\n${name}\n${reason}`)
  for (const problem of problems) console.log(problem)
  console.log(`${passed} passed, ${failed} failed`)
  return problems.length > 0 || failed > 0 ? 1 : 0
})

const runVitest = () =>
  runCounted('The unit and API tests', (report) => ({
    async run() {
      // Some of them sign mailboxes in.
      await ensureChromium()
      return run(
        join(binDir, 'vitest'),
        [
          'run',
          '--reporter=default',
          '--reporter=json',
          '--reporter=./scripts/lib/unhandled-errors.mjs',
          `--outputFile.json=${report}`,
        ],
        { env: { TEST_REPORT: report } },
      )
    },
    count({ numPassedTests, numFailedTests, testResults }) {
      for (const reason of JSON.parse(readFileSync(unhandledErrorsOf(report), 'utf8')))
        failures.push({ name: 'AN ERROR OF NO TEST', reason })
      rmSync(unhandledErrorsOf(report))
      for (const { name: file, message, assertionResults } of testResults) {
        if (message) failures.push({ name: `FAILED ${file}`, reason: message })
        for (const { status, fullName, failureMessages } of assertionResults)
          if (status === 'failed')
            failures.push({ name: `FAILED ${file}: ${fullName}`, reason: failureMessages.join('\n') })
      }
      return [numPassedTests, numFailedTests]
    },
  }))

const runPlaywright = () =>
  runCounted('The browser tests', (report) => ({
    async run() {
      const browser = await ensureChromium()
      await ensureBuilt()
      return run(join(binDir, 'playwright'), ['test', '--reporter=list,json'], {
        env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      })
    },
    count({ stats, suites }) {
      for (const { file, title, tests } of suites.flatMap(specsOf))
        for (const { status, results } of tests)
          if (status === 'unexpected' || status === 'flaky')
            failures.push({
              name: `${status === 'flaky' ? 'FAILED at first' : 'FAILED'} ${file}: ${title}`,
              reason: stripVTControlCharacters(results[0]?.error?.message ?? ''),
            })
      if (stats.flaky > 0)
        console.log(`${stats.flaky} of the browser tests passed at the second attempt only.`)
      return [stats.expected + stats.flaky, stats.unexpected]
    },
  }))

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

/** Runs one kind of tests and adds what its report counts. A run without a single test is a problem as well. */
async function runCounted(name, define) {
  const report = join(cacheDir, `report-${process.pid}-${name.replaceAll(' ', '-')}.json`)
  mkdirSync(cacheDir, { recursive: true })
  const tests = define(report)
  try {
    const code = await tests.run()
    const [good, bad] = tests.count(JSON.parse(readFileSync(report, 'utf8')))
    passed += good
    failed += bad
    if (good + bad === 0) problems.push(`${name} did not run.`)
    else if (code !== 0 && bad === 0) problems.push(`${name} passed, but their run ended with ${code}.`)
  } catch (error) {
    problems.push(`${name} did not run: ${error.message}`)
  } finally {
    rmSync(report, { force: true })
  }
}
