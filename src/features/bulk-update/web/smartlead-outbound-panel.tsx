import { call } from '#ui/api.ts'
import { updateSmartleadOutbound } from '../api/bulk-update.ts'
import { smartleadOutboundFields } from '../rules/smartlead.ts'
import { BeyondSoldNote } from './beyond-sold-note.tsx'
import { Panel } from './panel.tsx'
import { SettingInputs } from './setting-inputs.tsx'
import { type SmartleadPanelProps, SmartleadUpdate, targetBody } from './smartlead-update.tsx'

/** How much the inboxes send. */
export function SmartleadOutboundPanel({ target, entered }: SmartleadPanelProps) {
  const { texts, setTexts, problems, settings } = entered.outbound
  return (
    <Panel title="Outbound Settings">
      <SettingInputs
        fields={smartleadOutboundFields}
        keys={['messagePerDay', 'minTimeToWaitInMins']}
        texts={texts}
        onChange={setTexts}
        problems={problems}
        access={target.access}
        chosen={target.chosen}
      />
      <BeyondSoldNote limit={settings.messagePerDay} />
      <SmartleadUpdate
        kind="outbound"
        target={target}
        plan={entered.plans.outbound}
        send={() => call(updateSmartleadOutbound, { body: { ...targetBody(target), settings } })}
      />
    </Panel>
  )
}
