import type { AccountValues } from '#shared/bulk-update/account-values.ts'
import { bulkJobMessages } from '#shared/bulk-update/bulk-job.ts'
import { type InstantlySettings, instantlySettingFields } from '#shared/bulk-update/instantly.ts'
import type { Pace } from '#shared/bulk-update/pace.ts'
import type { AccessKind } from '#shared/bulk-update/setting-fields.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { RetryCredentials, useBulkUpdate } from './bulk-jobs.ts'
import { keptLabels } from './kept-labels.ts'
import { Panel } from './panel.tsx'
import { SettingInputs } from './setting-inputs.tsx'
import { firstProblem, type SettingTexts } from './setting-texts.ts'
import { UpdateButton, UpdateProgress } from './update-action.tsx'
import type { ChoosableAccount } from './use-account-choice.ts'

type Update = ReturnType<typeof useBulkUpdate<void>>

interface InstantlySettingsStepProps {
  /** The accounts to be updated. */
  chosen: readonly ChoosableAccount[]
  pace: Pace | undefined
  texts: SettingTexts<keyof InstantlySettings>
  onChange: (texts: SettingTexts<keyof InstantlySettings>) => void
  /** What the texts come down to; what is absent stays as it is. */
  settings: Partial<InstantlySettings>
  /** What is wrong with them, by field. */
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
  access,
  onBack,
  onContinue,
  ...updates
}: InstantlySettingsStepProps) {
  const { updateSettings, enableWarmup, problems } = updates
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
  'chosen' | 'pace' | 'settings' | 'problems' | 'updateSettings' | 'enableWarmup' | 'credentials'
>

/** The two updates, of which one runs at a time, and how they go. */
function UpdateButtons({
  chosen,
  pace,
  settings: values,
  problems,
  updateSettings,
  enableWarmup,
  credentials,
}: UpdateButtonsProps) {
  const isBusy = updateSettings.isBusy || enableWarmup.isBusy
  const wanted = wantedOf(values)
  const isNothing = Object.values(wanted).every((value) => value === undefined)
  const preview = (goal: AccountValues) => ({
    tool: 'instantly' as const,
    pace,
    accounts: chosen.map(({ current }) => ({ current, wanted: goal })),
  })
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <UpdateButton
          label="Update Account Settings"
          update={updateSettings}
          unavailable={
            firstProblem(problems) ?? (isBusy ? running : isNothing && bulkJobMessages.nothingToSet)
          }
          preview={() => ({
            ...preview(wanted),
            paced: 'settings',
            kept: keptLabels(instantlySettingFields, values),
          })}
          onConfirm={() => updateSettings.start()}
        />
        <UpdateButton
          label="Enable Warmup"
          update={enableWarmup}
          unavailable={isBusy && running}
          preview={() => ({ ...preview({ warmupOn: true }), paced: 'warmup' })}
          onConfirm={() => enableWarmup.start()}
        />
      </div>
      <UpdateProgress tool="instantly" update={updateSettings} credentials={credentials} />
      <UpdateProgress tool="instantly" update={enableWarmup} credentials={credentials} />
    </>
  )
}

const wantedOf = (values: Partial<InstantlySettings>): AccountValues => ({
  warmupLimit: values.warmupLimit,
  warmupIncrement: values.warmupIncrement,
  replyRatePercent: values.replyRate,
  dailyLimit: values.dailyLimit,
  sendingGapMinutes: values.sendingGap,
})
