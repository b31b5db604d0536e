import { platformContents } from './catalog.ts'

/** What to say of a daily limit that is more than plans sell; null where it is not. */
export function beyondSoldText(limit: number | undefined): string | null {
  const { azure, google } = platformContents
  if (limit === undefined || limit <= azure.dailyLimit) return null
  const andGoogle = limit > google.dailyLimit ? ` and ${google.dailyLimit} for each ${google.name} inbox` : ''
  return `Plans include ${azure.dailyLimit} emails a day for each ${azure.name} inbox${andGoogle}. Above that, Microsoft or Google may refuse your emails.`
}
