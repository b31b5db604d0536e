import { Button } from '#ui/button.tsx'
import { SmartleadOutboundPanel } from './smartlead-outbound-panel.tsx'
import { SmartleadSignaturePanel } from './smartlead-signature-panel.tsx'
import { SmartleadTagsPanel } from './smartlead-tags-panel.tsx'
import type { SmartleadPanelProps } from './smartlead-update.tsx'
import { SmartleadWarmupPanel } from './smartlead-warmup-panel.tsx'

interface SmartleadSettingsStepProps extends SmartleadPanelProps {
  onBack: () => void
  onContinue: () => void
}

/** Step 4: four kinds of settings, each sent on its own. */
export const SmartleadSettingsStep = ({ onBack, onContinue, ...panel }: SmartleadSettingsStepProps) => (
  <div className="flex flex-col gap-4">
    <SmartleadWarmupPanel {...panel} />
    <SmartleadOutboundPanel {...panel} />
    <SmartleadTagsPanel {...panel} />
    <SmartleadSignaturePanel {...panel} />
    <div className="flex flex-wrap justify-between gap-2">
      <Button variant="quiet" onClick={onBack}>
        Go Back
      </Button>
      <Button variant="primary" onClick={onContinue}>
        Continue to next step
      </Button>
    </div>
  </div>
)
