import { useState } from 'react'
import { Accordion, AccordionSection } from '#ui/accordion.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { toast } from '#ui/toast.ts'
import { Row, Section } from './section.tsx'

type Shown = 'dialog' | 'wide' | 'sheet' | 'confirm' | undefined

export function OverlaysSection() {
  const [shown, setShown] = useState<Shown>()
  const [text, setText] = useState('')
  const [section, setSection] = useState('basic')
  const close = () => {
    setShown(undefined)
    setText('')
  }
  return (
    <Section title="Overlays">
      <Row>
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('wide')}>Wide dialog</Button>
        <Button onClick={() => setShown('sheet')}>Sheet</Button>
        <Button onClick={() => setShown('confirm')}>Confirmation</Button>
      </Row>
      <Dialog
        open={shown === 'dialog' || shown === 'wide'}
        onOpenChange={close}
        size={shown === 'wide' ? 'wide' : 'medium'}
        title="Update Forwarding Domain"
        description="Visitors of 2 domains are sent here."
        unsaved={text !== ''}
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
            <Button variant="primary" onClick={close}>
              Update 2 domains
            </Button>
          </>
        }
      >
        <Field label="Forwarding domain">
          <Input value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </Dialog>
      <Sheet open={shown === 'sheet'} onOpenChange={close} title="Order Details">
        <p>Everything about one order, beside the list it came from.</p>
      </Sheet>
      <ConfirmDialog
        open={shown === 'confirm'}
        onOpenChange={close}
        title="Cancel this order?"
        confirmLabel="Cancel 2 domains"
        cancelLabel="Keep the order"
        danger
        onConfirm={() => toast.success('Order cancelled successfully')}
      >
        Its 104 mailboxes stop sending at once. This cannot be reversed.
      </ConfirmDialog>
      <Accordion value={section} onValueChange={setSection}>
        <AccordionSection value="plan" number={1} title="Plan" summary="Entra, 2 orders" complete>
          <p>Chosen.</p>
        </AccordionSection>
        <AccordionSection value="basic" number={2} title="Basic Configuration">
          <p>Where the domains lead.</p>
        </AccordionSection>
        <AccordionSection
          value="users"
          number={3}
          title="Setup Your User Configuration"
          locked="Save the basic configuration first."
        >
          <p>Not yet.</p>
        </AccordionSection>
      </Accordion>
    </Section>
  )
}
