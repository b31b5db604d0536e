import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Fault, faults, tagOf } from './catalogue.ts'
import { root, taggedFiles } from './tagged-files.ts'

/** How many schedules and kills, and the seed of both. */
export interface Scale {
  schedules: number
  kills: number
  seed: number
}

/** A test as it is written; one that is written for several cases has a title for each of them. */
interface Proof {
  /** From the root of the repository. */
  file: string
  titles: string[]
}

export interface FaultResult extends Fault {
  tests: Proof[]
  /** `missing`: a test did not run, or their number is not the one in the catalogue. */
  result: 'passed' | 'failed' | 'missing'
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
export interface Report {
  testResults: {
    name: string
    assertionResults: {
      title: string
      status: string
      tags: string[]
      location?: { line: number; column: number } | null
    }[]
  }[]
}

/** Runs the tests that carry a fault's tag, and says of each fault whether all of its tests ran and passed. */
export async function runCatalogue({ schedules, kills, seed }: Scale): Promise<FaultResult[]> {
  const directory = mkdtempSync('/tmp/inboxyard-faults-')
  const reportFile = join(directory, 'report.json')
  try {
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${reportFile}`,
        '--includeTaskLocation',
        '--tagsFilter=fault-*',
        ...taggedFiles().map(({ file }) => file),
      ],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          TELL_PROGRESS: 'on',
          FAULT_ENGINES: 'on',
          CONVERGENCE_RUNS: String(schedules),
          CONVERGENCE_SEED: String(seed),
          WORKER_KILLS: String(kills),
          WORKER_KILLS_SEED: String(seed),
        },
      },
    )
    await once(child, 'exit')
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
    return faults.map((fault) => ({
      ...fault,
      tests: [...testsOf(fault, report).values()].map(proofOf).sort(byFile),
      result: resultOf(fault, report),
    }))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** The tests of a fault that ran, by where they are written. */
function testsOf(fault: Fault, { testResults }: Report) {
  const ran = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ tags }) => tags.includes(tagOf(fault)))
      .map((each) => ({ ...each, file: relative(root, name) })),
  )
  return Map.groupBy(ran, ({ file, location }) => `${file}:${location?.line}:${location?.column}`)
}

const proofOf = (cases: readonly { file: string; title: string }[]): Proof => ({
  file: cases[0]?.file ?? '',
  titles: cases.map(({ title }) => title),
})

const byFile = (one: Proof, other: Proof) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0)

/** What a report says of a fault. */
export function resultOf(fault: Fault, report: Report): FaultResult['result'] {
  const tests = testsOf(fault, report)
  const statuses = [...tests.values()].flat().map(({ status }) => status)
  if (statuses.includes('failed')) return 'failed'
  return tests.size === fault.shownBy && statuses.every((status) => status === 'passed')
    ? 'passed'
    : 'missing'
}
