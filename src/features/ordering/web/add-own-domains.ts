import { fillMessage } from '#base/text/message.ts'
import { addDomain, verifyAvailability } from '#features/names/api/find-domains.ts'
import type { AvailabilityResult } from '#features/names/rules/domain-availability.ts'
import { type DomainLines, domainEntryMessages } from '#features/names/rules/domain-entry.ts'
import { ApiError, call, NetworkError } from '#ui/api.ts'

/** The check itself failed: that keeps nobody from continuing, the server looks again when the order is taken. */
const isOutage = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)

interface OwnDomainRefusal {
  message: string
  /** An order has it: it can be claimed. */
  isHeld: boolean
}

/** Asks whether an own name can be used. Returns why not, or nothing. */
export async function refusalOfOwnDomain(domain: string): Promise<OwnDomainRefusal | undefined> {
  const refused = (message: string, isHeld = false) => ({ message, isHeld })
  const failed = (reason: string) =>
    refused(fillMessage(domainEntryMessages.addFailed, { d: domain, reason: reason.replace(/\.$/, '') }))
  try {
    const { success, message, domainAlreadyExists } = await call(addDomain, { body: { domain } })
    if (typeof success !== 'boolean') return refused(domainEntryMessages.oneWentWrong)
    if (success) return undefined
    return domainAlreadyExists ? refused(message, true) : failed(message)
  } catch (error) {
    if (isOutage(error)) return undefined
    return error instanceof ApiError ? failed(error.message) : refused(domainEntryMessages.oneWentWrong)
  }
}

/**
 * Reads a bulk entry with what the server says of its names: what an order here holds already and what can never work
 * is taken out, and what gave way to one of those is asked about in its turn. Throws the sentence when an answer is
 * unusable.
 * @param read the entry, knowing these answers
 */
export async function checkOwnDomains(
  read: (answers: readonly AvailabilityResult[]) => DomainLines,
): Promise<DomainLines> {
  const asked = new Set<string>()
  const answers: AvailabilityResult[] = []
  for (;;) {
    const lines = read(answers)
    const open = lines.added.filter((domain) => !asked.has(domain))
    if (open.length === 0) return lines
    for (const domain of open) asked.add(domain)
    try {
      const { results } = await call(verifyAvailability, { body: { domains: open, is_user_own: 'yes' } })
      answers.push(...results)
    } catch (error) {
      if (isOutage(error)) return lines
      throw new Error(domainEntryMessages.manyWentWrong, { cause: error })
    }
  }
}
