import { type InstantlySettings, instantlySettingFields } from '#shared/bulk-update/instantly.ts'
import type { AccessKind } from '#shared/bulk-update/setting-fields.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { RetryCredentials, useBulkUpdate } from './bulk-jobs.ts'
import { JobCard } from './job-card.tsx'
import { Panel } from './panel.tsx'
import { SettingInputs } from './setting-inputs.tsx'
import { firstProblem, type SettingTexts } from './setting-texts.ts'

type Update = Pick<
  ReturnType<typeof useBulkUpdate<void>>,
  'start' | 'jobId' | 'follow' | 'isBusy' | 'succeeded'
>

interface InstantlySettingsStepProps {
  texts: SettingTexts<keyof InstantlySettings>
  onChange: (texts: SettingTexts<keyof InstantlySettings>) => void
  /** What is wrong with the settings, by field. */
  problems: Partial<Record<keyof InstantlySettings, string>>
  access: AccessKind
  updateSettings: Update
  enableWarmup: Update
  credentials: RetryCredentials
  onBack: () => void
  onContinue: () => void
}

const running = 'Please wait until the update that is running has ended.'

/** Step 3: what every account is set to. */
export function InstantlySettingsStep({
  texts,
  onChange,
  problems,
  access,
  updateSettings,
  enableWarmup,
  credentials,
  onBack,
  onContinue,
}: InstantlySettingsStepProps) {
  const inputs = { fields: instantlySettingFields, texts, onChange, problems, access }
  const hasSucceeded = updateSettings.succeeded || enableWarmup.succeeded
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Warmup Settings">
        <SettingInputs {...inputs} keys={['warmupLimit', 'replyRate', 'warmupIncrement']} />
      </Panel>
      <Panel title="Outbound Settings">
        <SettingInputs {...inputs} keys={['dailyLimit', 'sendingGap']} />
      </Panel>
      <Alert tone="info">
        {access === 'browser' &&
          'With the cookie, enabling warmup runs one account at a time: 2-3 minutes for 50 accounts when Instantly is slow. '}
        If you see a failed to fetch error, your inboxes may still have been updated: the update goes on
        without this page, and its result shows here.
      </Alert>
      <UpdateButtons
        updateSettings={updateSettings}
        enableWarmup={enableWarmup}
        problem={firstProblem(problems)}
        credentials={credentials}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Go Back
        </Button>
        {hasSucceeded && (
          <Button variant="primary" onClick={onContinue}>
            Continue to Next Step
          </Button>
        )}
      </div>
    </div>
  )
}

interface UpdateButtonsProps
  extends Pick<InstantlySettingsStepProps, 'updateSettings' | 'enableWarmup' | 'credentials'> {
  /** Why the settings cannot be sent. */
  problem: string | undefined
}

/** The two updates, of which one runs at a time, and how they go. */
function UpdateButtons({ updateSettings, enableWarmup, problem, credentials }: UpdateButtonsProps) {
  const isBusy = updateSettings.isBusy || enableWarmup.isBusy
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          loading={updateSettings.isBusy}
          unavailable={problem ?? (isBusy && running)}
          onClick={() => updateSettings.start()}
        >
          Update Account Settings
        </Button>
        <Button
          loading={enableWarmup.isBusy}
          unavailable={isBusy && running}
          onClick={() => enableWarmup.start()}
        >
          Enable Warmup
        </Button>
      </div>
      {[updateSettings, enableWarmup].map(
        ({ jobId, follow }, index) =>
          jobId && (
            <JobCard
              key={index === 0 ? 'settings' : 'warmup'}
              tool="instantly"
              jobId={jobId}
              credentials={credentials}
              onRetried={follow}
            />
          ),
      )}
    </>
  )
}
