import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Fault, faults } from './catalogue.ts'
import { titlePattern } from './title-pattern.ts'

const root = join(import.meta.dirname, '../../..')

/** How many schedules and kills, and the seed of both. */
export interface Scale {
  schedules: number
  kills: number
  seed: number
}

export interface FaultResult extends Fault {
  /** `missing`: the run reports no such test. */
  result: 'passed' | 'failed' | 'missing'
}

interface Report {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}

/** Runs the files of the catalogue, and says of each fault whether all of its tests ran and passed. */
export async function runCatalogue({ schedules, kills, seed }: Scale): Promise<FaultResult[]> {
  const files = [...new Set(faults.flatMap(({ tests }) => tests.map(({ file }) => file)))]
  const directory = mkdtempSync('/tmp/inboxyard-faults-')
  const reportFile = join(directory, 'report.json')
  try {
    const child = spawn(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...files],
      {
        cwd: root,
        stdio: 'inherit',
        env: {
          ...process.env,
          TELL_PROGRESS: 'on',
          CONVERGENCE_RUNS: String(schedules),
          CONVERGENCE_SEED: String(seed),
          WORKER_KILLS: String(kills),
          WORKER_KILLS_SEED: String(seed),
        },
      },
    )
    await once(child, 'exit')
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
    return faults.map((fault) => ({ ...fault, result: resultOf(fault, report) }))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function resultOf({ tests }: Fault, { testResults }: Report): FaultResult['result'] {
  const statuses = tests.map(({ file, name }) => {
    const pattern = titlePattern(name)
    return testResults
      .filter((each) => relative(root, each.name) === file)
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ title }) => pattern.test(title))
      .map(({ status }) => status)
  })
  if (statuses.flat().includes('failed')) return 'failed'
  const allRan = statuses.every((each) => each.length > 0 && each.every((status) => status === 'passed'))
  return allRan ? 'passed' : 'missing'
}
