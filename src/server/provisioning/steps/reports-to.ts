import type { StepContext } from '../step-context.ts'

/** Where receivers are to report what they see of a name's mail; null: the operator takes no reports in. */
export const reportsTo = ({
  holding,
  config,
}: {
  holding: Pick<StepContext['holding'], 'reportToken'>
  config: Pick<StepContext['config'], 'dmarc'>
}): string | null => (config.dmarc ? `${holding.reportToken}@${config.dmarc.mailHost}` : null)
