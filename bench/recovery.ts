import { measureRecovery } from '#tests/faults/measure-recovery.ts'
import { recoveryTargetMs } from '#tests/faults/reliability-page.ts'
import type { Figure } from './figures.ts'

/** How soon every order that was being set up is worked on again, after a kill -9 in the middle of it. */
export async function measureRestarts(): Promise<Figure[]> {
  const recoveries = await measureRecovery(2)
  return [
    {
      what: 'set-up continues after kill -9 and a restart',
      measured: Math.max(...recoveries.map(({ workMs }) => workMs)) / 1000,
      unit: 's',
      target: { at: 'most', value: recoveryTargetMs / 1000 },
    },
  ]
}
