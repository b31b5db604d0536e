import type { ReactNode } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { instantlySettingFields } from '../rules/instantly.ts'
import type { AccessKind } from '../rules/setting-fields.ts'
import { BeyondSoldNote } from './beyond-sold-note.tsx'
import type { RetryCredentials, useBulkUpdate } from './bulk-jobs.ts'
import { Panel } from './panel.tsx'
import { SettingInputs } from './setting-inputs.tsx'
import { UpdateButton, UpdateProgress } from './update-action.tsx'
import type { ChoosableAccount } from './use-account-choice.ts'
import type { InstantlyPlans } from './use-instantly-plans.ts'

type Update = ReturnType<typeof useBulkUpdate<void>>

interface InstantlySettingsStepProps {
  /** The accounts to be updated. */
  chosen: readonly ChoosableAccount[]
  form: InstantlyPlans['form']
  /** What the form comes down to. */
  settings: InstantlyPlans['settings']
  plans: InstantlyPlans['plans']
  /** What will change, above the buttons that start it. */
  summary: ReactNode
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
  chosen,
  form,
  settings,
  summary,
  access,
  onBack,
  onContinue,
  ...updates
}: InstantlySettingsStepProps) {
  const { updateSettings, enableWarmup } = updates
  const inputs = { ...form, fields: instantlySettingFields, access, chosen }
  const hasSucceeded = updateSettings.succeeded || enableWarmup.succeeded
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Warmup Settings">
        <SettingInputs {...inputs} keys={['warmupLimit', 'replyRate', 'warmupIncrement']} />
      </Panel>
      <Panel title="Outbound Settings">
        <SettingInputs {...inputs} keys={['dailyLimit', 'sendingGap']} />
        <BeyondSoldNote limit={settings.dailyLimit} />
      </Panel>
      <Alert tone="info">
        {access === 'browser' &&
          'With the cookie, enabling warmup runs one account at a time (2-3 minutes for 50 accounts). '}
        If you see a failed to fetch error, your inboxes may still have been updated: the update continues
        without this page, and its result shows here.
      </Alert>
      {summary}
      <UpdateButtons {...updates} />
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

type UpdateButtonsProps = Pick<
  InstantlySettingsStepProps,
  'plans' | 'updateSettings' | 'enableWarmup' | 'credentials'
>

/** The two updates, of which one runs at a time, and how they go. */
function UpdateButtons({ plans, updateSettings, enableWarmup, credentials }: UpdateButtonsProps) {
  const isBusy = updateSettings.isBusy || enableWarmup.isBusy
  const { settings, warmup } = plans
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <UpdateButton
          plan={settings}
          update={updateSettings}
          unavailable={settings.problem ?? (isBusy && running)}
          onConfirm={() => updateSettings.start()}
        />
        <UpdateButton
          plan={warmup}
          update={enableWarmup}
          unavailable={isBusy && running}
          onConfirm={() => enableWarmup.start()}
        />
      </div>
      <UpdateProgress tool="instantly" update={updateSettings} credentials={credentials} />
      <UpdateProgress tool="instantly" update={enableWarmup} credentials={credentials} />
    </>
  )
}
