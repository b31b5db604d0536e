import type { DomainType } from '#shared/domains/domain-type.ts'

/** A domain that another one may take the place of. */
export interface ReplaceableDomain {
  domain: string
  domainType: DomainType
  groupId?: string | undefined
  replacementOrdered?: boolean | undefined
  /** Its registration was paid for and failed: another one that costs no more is free. */
  isPaidFor?: boolean
}
