import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { SecretField } from '#ui/secret-field.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { Section } from './section.tsx'

export function FieldsSection() {
  const [error, setError] = useState<string>()
  const [isChecked, setChecked] = useState<boolean | 'indeterminate'>('indeterminate')
  const [tool, setTool] = useState<'instantly' | 'smartlead' | ''>('')
  return (
    <Section title="Fields">
      <Field label="Forwarding domain" hint="Where visitors of your domains are sent." error={error}>
        <Input placeholder="example.com" />
      </Field>
      <Button size="small" onClick={() => setError(error ? undefined : 'Please enter a forwarding URL')}>
        {error ? 'Clear the error' : 'Show an error'}
      </Button>
      <Field label="Password" aside="8 characters or more">
        <PasswordInput autoComplete="off" />
      </Field>
      <Field label="Domains" hint="One per line">
        <Textarea />
      </Field>
      <Field label="Sending tool">
        <Select
          value={tool}
          onValueChange={setTool}
          placeholder="Select a tool"
          options={[
            { value: 'instantly', label: 'Instantly' },
            { value: 'smartlead', label: 'Smartlead' },
          ]}
        />
      </Field>
      <Checkbox checked={isChecked} onCheckedChange={setChecked}>
        Select All (12)
      </Checkbox>
      <SecretField
        label="API key"
        masked="••••••••4f2a"
        reveal={async () => 'sk_sample_0123456789abcdef4f2a'}
      />
      <Alert>Failed to fetch order data. Using default values.</Alert>
      <Alert
        tone="warning"
        title="Waiting for your name servers"
        action={<Button size="small">Check now</Button>}
      >
        Point kernel.example to the four servers above.
      </Alert>
      <Alert tone="success">Order successfully reinstated! Redirecting to checkout page</Alert>
    </Section>
  )
}
