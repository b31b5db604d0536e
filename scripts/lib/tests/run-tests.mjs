import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../build.mjs'
import { runChecks } from '../checks.mjs'
import { ensureChromium } from '../chromium.mjs'
import { ensureInstalled } from '../install.mjs'
import { cacheDir, root } from '../repository.mjs'
import { run } from '../run.mjs'
import { chooseNamed, chooseTouched, readWish } from './choose.mjs'
import { reachedFrom } from './imports.mjs'
import { kinds } from './kinds.mjs'
import { reportOf } from './report.mjs'
import { filesLike } from './test-files.mjs'

/**
 * Runs the tests of a script of npm's, and the checks where all of them are asked for. Everything runs, even after
 * something has failed; the last line counts the tests.
 * @param {'test' | 'test:long'} script
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function runTests(script, args) {
  const wish = readWish(args)
  const isWhole = wish.names.length === 0 && wish.base === undefined && wish.title === undefined
  await ensureInstalled()
  /** What keeps the tests from being called passed, beside failed tests. */
  const problems = []
  if (isWhole && script === 'test' && !(await runChecks())) problems.push('The checks found something.')
  const runs = chosen(script, wish, isWhole)
  if (runs.length === 0 && wish.base === undefined)
    problems.push(`No test of npm run ${script} has such a name.`)
  const counts = []
  for (const each of runs) {
    const before = spent()
    const count = await runKind(each, problems)
    const { wallMs, processorMs } = spent()
    if (count)
      counts.push({
        kind: each.kind,
        ...count,
        wallMs: wallMs - before.wallMs,
        processorMs: processorMs - before.processorMs,
      })
  }
  const { lines, times, total, isGood } = reportOf(counts, problems)
  for (const line of lines) console.log(line)
  // Where several scripts are run, one after the other, somebody adds up what each has counted.
  if (process.env.TEST_COUNTS)
    appendFileSync(process.env.TEST_COUNTS, [...times, total].map((line) => `${line}\n`).join(''))
  return isGood ? 0 : 1
}

/**
 * What has gone by, and what the whole machine has worked: processes count in their parents only once these wait for
 * them, as those of a browser that is killed do not. Unknown where there is no /proc.
 */
function spent() {
  const stat = '/proc/stat'
  // In hundredths of a second: "cpu", user, nice, system, idle, waiting, interrupts (two): proc_stat(5).
  const [user, nice, system, , , irq, softIrq] = existsSync(stat)
    ? (readFileSync(stat, 'utf8').split('\n')[0] ?? '').split(/ +/).slice(1).map(Number)
    : []
  return { wallMs: performance.now(), processorMs: (user + nice + system + irq + softIrq) * 10 }
}

/** The kinds of a script that are to be run, each with those of its files that are asked for; none are all. */
function chosen(script, wish, isWhole) {
  const ours = kinds.filter((kind) => kind.script === script && existsSync(join(root, kind.config)))
  if (isWhole) return ours.map((kind) => ({ kind, files: [] }))
  const all = new Map(ours.map((kind) => [kind, filesLike(kind.files)]))
  const { base, title } = wish
  if (base === undefined) {
    const named = chooseNamed([...all.values()].flat(), wish, (file) =>
      readFileSync(join(root, file), 'utf8'),
    )
    return ours
      .map((kind) => ({ ...named, kind, files: named.files.filter((file) => kind.files.test(file)) }))
      .filter(({ files }) => files.length > 0)
  }
  const changed = changedSince(base)
  return ours.flatMap((kind) => {
    const files = chooseTouched(kind, all.get(kind), changed, reachedFrom)
    console.log(`${kind.name}: ${files.length} of ${all.get(kind).length} files`)
    return files.length > 0 ? [{ kind, files, title }] : []
  })
}

/** What differs from a commit, committed or not, as far as it was not the other side's doing. */
function changedSince(base) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`What was changed is not known: ${stderr.trim()}`)
    return stdout.split('\0').filter((path) => path !== '')
  }
  return [
    ...git('diff', '--name-only', '-z', '--merge-base', base),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ]
}

/** Runs one kind of tests and counts what its report has. A run without a single test is a problem as well. */
async function runKind({ kind, files, title }, problems) {
  const report = join(cacheDir, `report-${process.pid}-${kind.name.replaceAll(' ', '-')}.json`)
  mkdirSync(cacheDir, { recursive: true })
  try {
    // Unit tests sign mailboxes in with it.
    const browser = await ensureChromium()
    if (kind.isOfBuild) await ensureBuilt()
    const { command, args, env } = kind.command({ files, title, report })
    const code = await run(command, args, { env: { CHROMIUM_PATH: browser, ...env } })
    const count = kind.count(report)
    if (count.passed + count.failed === 0) problems.push(`${kind.name} did not run.`)
    else if (code !== 0 && count.failed === 0)
      problems.push(`${kind.name} passed, but their run ended with ${code}.`)
    return count
  } catch (error) {
    problems.push(`${kind.name} did not run: ${error.message}`)
    return undefined
  } finally {
    rmSync(report, { force: true })
  }
}
