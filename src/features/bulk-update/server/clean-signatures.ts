import { countUse } from '#base/http/call-limits.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'
import { areTooMany, signatureMessages } from '../rules/signature.ts'
import { createSignatureCleaner } from './clean-signature.ts'

export interface CleanSignatures {
  /** What mail programs may be given of them; throws a `Refusal` when nothing is left of one. */
  safe(customerId: string, different: readonly string[]): Promise<string[]>
  /** With what was taken out of it, in words. */
  preview(signature: string): Promise<{ html: string; removed: string[] }>
}

export function createCleanSignatures({ limits }: Pick<Dependencies, 'limits'>): CleanSignatures {
  const { clean, preview } = createSignatureCleaner()
  return {
    async safe(customerId, different) {
      if (areTooMany(different)) throw ruleBroken(signatureMessages.tooMany)
      await countUse(limits, 'signatures', customerId)
      const signatures = await clean(different)
      if (signatures.some(({ isEmpty }) => isEmpty)) throw ruleBroken(bulkJobMessages.signatureEmpty)
      return signatures.map(({ html }) => html)
    },
    async preview(signature) {
      const { html, isEmpty, removed } = await preview(signature)
      return { html: isEmpty ? '' : html, removed }
    },
  }
}
