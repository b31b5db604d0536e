import { verifyAvailability } from '#shared/api/domains.ts'
import type { DomainOption } from '#shared/catalog.ts'
import { judgeAvailability, type Verdict } from '#shared/domain-availability.ts'
import { call } from '../../../api.ts'

const askAgainAfterMs = 1_200
const rounds = 20

/** Whether names can be had. Those that nobody could say anything about yet are asked about again, for a while. */
export async function verifyReplacements(names: readonly string[], option: DomainOption): Promise<Verdict> {
  for (let round = 1; ; round++) {
    const { success, results } = await call(verifyAvailability, {
      body: { domains: [...names], is_user_own: option === 'own' ? 'yes' : 'no' },
    })
    const isSettled = !results.some(({ checking }) => checking)
    if (isSettled || round === rounds) return judgeAvailability(names, success ? results : [], option)
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs))
  }
}
