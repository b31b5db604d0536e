import type { Platform } from './catalog.ts'

/** The mailbox hosts as customers and operators read them. */
export const hostNames: Record<Platform, string> = { azure: 'Microsoft', google: 'Google' }
