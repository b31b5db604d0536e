import { addDomain, verifyAvailability } from '#shared/api/domains.ts'
import { type DomainLines, domainEntryMessages, refuseUnusable } from '#shared/domains/domain-entry.ts'
import { fillMessage } from '#shared/text/message.ts'
import { ApiError, call, NetworkError } from '../../api.ts'

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

/** Takes out of a bulk entry what an order here holds already, and what can never work. Throws the sentence when the answer is unusable. */
export async function checkOwnDomains(lines: DomainLines): Promise<DomainLines> {
  if (lines.added.length === 0) return lines
  try {
    const { results } = await call(verifyAvailability, {
      body: { domains: lines.added, is_user_own: 'yes' },
    })
    return refuseUnusable(lines, results)
  } catch (error) {
    if (isOutage(error)) return lines
    throw new Error(domainEntryMessages.manyWentWrong, { cause: error })
  }
}
