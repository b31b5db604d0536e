import type { DomainOption } from '#shared/catalog.ts'
import { judgeAvailability, type Verdict } from '#shared/domain-availability.ts'
import { askRegistrar } from '../../ask-registrar.ts'

/** Whether names can be had. */
export const verifyReplacements = async (names: readonly string[], option: DomainOption): Promise<Verdict> =>
  judgeAvailability(names, (await askRegistrar(names, option)) ?? [], option)
