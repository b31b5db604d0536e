import type { Recovery } from './measure-recovery.ts'
import type { FaultResult, Scale } from './run-catalogue.ts'

/** After a restart the product answers and works again within this time. */
export const recoveryTargetMs = 5_000

export interface Run extends Scale {
  results: readonly FaultResult[]
  recoveries: readonly Recovery[]
  date: Date
  minutes: number
  /** What it ran on, in words. */
  machine: string
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const words = { passed: 'passed', failed: '**failed**', missing: '**did not run**' }

/** `docs/reliability.md`, as a run writes it. */
export function reliabilityPage(run: Run): string {
  const { results, recoveries, schedules, kills, seed } = run
  const passed = results.filter(({ result }) => result === 'passed').length
  const worst = Math.max(...recoveries.map(({ workMs }) => workMs))
  const gaps = results.filter(({ notTested }) => notTested !== undefined)
  return `# Reliability

Written by \`npm run test:faults\`; do not edit. PostgreSQL, processes and their deaths are real; every third party is the sandbox.

| | |
|---|---|
${row(['Run', `${run.date.toISOString().slice(0, 16).replace('T', ' ')} UTC, ${run.minutes.toFixed(0)} minutes`])}
${row(['On', run.machine])}
${row(['Seed', `\`FAULT_SEED=${seed}\``])}
${row(['Random schedules of faults, kills and changes', schedules.toLocaleString('en')])}
${row(['Workers killed with SIGKILL, one after the other', kills.toLocaleString('en')])}
${row(['Faults', `${passed} of ${results.length} passed`])}
${row(['Working again after a restart', `${seconds(worst)} at most; the target is ${seconds(recoveryTargetMs)}`])}

\`FAULT_SCHEDULES\` (10,000), \`FAULT_KILLS\` (200) and \`FAULT_RESTARTS\` (6) change the numbers, \`FAULT_SEED\` repeats a run.

## After a restart

The product is killed in the middle of setting up orders and started again at once. It answers when \`/api/health\` does, and works when every domain that was being worked on is worked on again. With a database of its own that is at once; a worker beside others on one database waits until the dead one's lease is over (\`LEASE_SECONDS\`), and takes up everything else at once.

| Killed | Domains being worked on | Answers after | Works after |
|---|---:|---:|---:|
${recoveries.map((each) => row([each.killed, each.interrupted, seconds(each.healthMs), seconds(each.workMs)])).join('\n')}

## Faults

| # | What goes wrong | What is true afterwards | Shown by | Result |
|---:|---|---|---|---|
${results.map((each) => row([each.id, each.fault, each.outcome, proofs(each), words[each.result]])).join('\n')}

## What no test shows

${gaps.map(({ id, notTested }) => `- ${id}: ${notTested}`).join('\n')}
`
}

const proofs = ({ tests }: FaultResult) =>
  tests
    .map(({ file, titles: [first, ...others] }) => {
      const more = others.length > 0 ? ` (and ${others.length} more)` : ''
      return `\`${file.split('/').at(-1)}\`: ${first}${more}`
    })
    .join('<br>')
