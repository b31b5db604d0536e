import { useState } from 'react'
import { updateSmartleadOutbound } from '#shared/api/bulk-update.ts'
import { smartleadOutboundFields } from '#shared/bulk-update/smartlead.ts'
import { call } from '../../api.ts'
import { Panel } from './panel.tsx'
import { readSettings, SettingInputs, settingTexts } from './setting-inputs.tsx'
import { type SmartleadTarget, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** How much the inboxes send. */
export function SmartleadOutboundPanel({ target }: { target: SmartleadTarget }) {
  const [texts, setTexts] = useState(() => settingTexts(smartleadOutboundFields, target.access))
  const { values: settings, problem } = readSettings(smartleadOutboundFields, texts, target.access)
  return (
    <Panel title="Outbound Settings">
      <SettingInputs
        fields={smartleadOutboundFields}
        keys={['messagePerDay', 'minTimeToWaitInMins']}
        texts={texts}
        onChange={setTexts}
        access={target.access}
      />
      <SmartleadUpdate
        kind="outbound"
        target={target}
        label="Update Outbound Settings"
        send={() => call(updateSmartleadOutbound, { body: { ...targetBody(target), settings } })}
        problem={problem}
      />
    </Panel>
  )
}
