import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../repository.mjs'
import { unhandledErrorsOf } from './unhandled-errors.mjs'

/**
 * A test that failed, or failed at first. Without a title it is a whole file, without a file the run.
 * @typedef {{ what: string, file?: string, title?: string, reason: string, trace?: string, isFlaky?: boolean }} Failure
 */
/** @typedef {{ passed: number, failed: number, failures: Failure[] }} Count */

/**
 * What Vitest's JSON report says.
 * @param {string} report
 * @returns {Count}
 */
export function countVitest(report) {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const errors = JSON.parse(readFileSync(unhandledErrorsOf(report), 'utf8'))
  rmSync(unhandledErrorsOf(report))
  const failures = errors.map((reason) => ({ what: 'AN ERROR OF NO TEST', reason }))
  for (const { name, message, assertionResults } of testResults) {
    const file = relative(root, name)
    if (message) failures.push({ what: 'FAILED', file, reason: message })
    // One that passed at its second attempt keeps the message of its first.
    for (const { status, fullName, title, failureMessages } of assertionResults)
      if (failureMessages.length > 0)
        failures.push({
          what: `${status === 'failed' ? 'FAILED' : 'FAILED at first'}: ${fullName}`,
          file,
          title,
          reason: failureMessages.join('\n'),
          isFlaky: status !== 'failed',
        })
  }
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

/**
 * What Playwright's JSON report says.
 * @param {string} report
 * @returns {Count}
 */
export function countPlaywright(report) {
  const { stats, suites, config } = JSON.parse(readFileSync(report, 'utf8'))
  const failures = []
  for (const { file, title, tests } of suites.flatMap(specsOf))
    for (const { status, results } of tests)
      if (status === 'unexpected' || status === 'flaky')
        failures.push({
          what: `${status === 'flaky' ? 'FAILED at first' : 'FAILED'}: ${title}`,
          file: relative(root, join(config.rootDir, file)),
          title,
          reason: stripVTControlCharacters(results[0]?.error?.message ?? ''),
          trace: traceOf(results),
          isFlaky: status === 'flaky',
        })
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures }
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

function traceOf(results) {
  const path = results.flatMap(({ attachments }) => attachments).find(({ name }) => name === 'trace')?.path
  return path && relative(root, path)
}
