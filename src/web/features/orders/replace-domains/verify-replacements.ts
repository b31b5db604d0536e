import { judgeAvailability, type Verdict } from '#shared/domains/domain-availability.ts'
import type { DomainOption } from '#shared/plans/catalog.ts'
import { askRegistrar } from '../../domains/ask-registrar.ts'

/** Whether names can be had. */
export const verifyReplacements = async (names: readonly string[], option: DomainOption): Promise<Verdict> =>
  judgeAvailability(names, (await askRegistrar(names, option)) ?? [], option)
