import { useState } from 'react'
import { updateSmartleadOutbound } from '#shared/api/bulk-update.ts'
import { smartleadOutboundFields, smartleadOutboundProblems } from '#shared/bulk-update/smartlead.ts'
import { call } from '../../api.ts'
import { keptLabels } from './kept-labels.ts'
import { Panel } from './panel.tsx'
import { SettingInputs } from './setting-inputs.tsx'
import { firstProblem, readSettings, settingTexts } from './setting-texts.ts'
import { type SmartleadTarget, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** How much the inboxes send. */
export function SmartleadOutboundPanel({ target }: { target: SmartleadTarget }) {
  const [texts, setTexts] = useState(() => settingTexts(smartleadOutboundFields, target.access))
  const { values: settings, problems: unread } = readSettings(smartleadOutboundFields, texts, target.access)
  const problems = { ...smartleadOutboundProblems(settings, target.access), ...unread }
  return (
    <Panel title="Outbound Settings">
      <SettingInputs
        fields={smartleadOutboundFields}
        keys={['messagePerDay', 'minTimeToWaitInMins']}
        texts={texts}
        onChange={setTexts}
        problems={problems}
        access={target.access}
      />
      <SmartleadUpdate
        kind="outbound"
        target={target}
        label="Update Outbound Settings"
        send={() => call(updateSmartleadOutbound, { body: { ...targetBody(target), settings } })}
        wanted={{
          dailyLimit: settings.messagePerDay,
          sendingGapMinutes: settings.minTimeToWaitInMins,
        }}
        kept={keptLabels(smartleadOutboundFields, settings)}
        problem={firstProblem(problems)}
      />
    </Panel>
  )
}
