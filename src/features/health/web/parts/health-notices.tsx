import { listed } from '#base/text/listed.ts'
import { Alert } from '#ui/alert.tsx'
import { momentText } from '#ui/time-texts.ts'
import type { HealthOverview } from '../../rules/health-view.ts'

/** What has to be known to read the page: who is doubted, who is not watched, and why so much is unknown. */
export function HealthNotices({ view: { doubted, missing, unwatched } }: { view: HealthOverview }) {
  return (
    <>
      {doubted.map(({ source, since }) => (
        <Alert key={source} tone="warning" title={`${source} calls many domains bad at once`}>
          Since {momentText(since)} what it says against a domain is held back: more likely it errs itself.
        </Alert>
      ))}
      {missing.length > 0 && (
        <Alert tone="info" title="Too little is seen to call every domain healthy">
          Not seen of some: {listed(missing)}. They count as unknown until that is known, not as healthy.
        </Alert>
      )}
      {unwatched.length > 0 && (
        <p className="text-muted text-secondary">
          Not watched: {listed(unwatched)}. They are left out of the picture.
        </p>
      )}
    </>
  )
}
