import { Radio, Stack } from '@mantine/core'
import { OVERLAPS } from '../../../contract.ts'
import { texts } from '../texts.ts'

export type Overlap = (typeof OVERLAPS)[number]

interface OverlapFieldProps {
  readonly label: string
  readonly value: Overlap
  readonly onChange: (value: Overlap) => void
}

export function OverlapField({ label, value, onChange }: OverlapFieldProps) {
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next as Overlap)}>
      <Stack gap={8} mt={8}>
        {OVERLAPS.map((each) => (
          <Radio key={each} value={each} label={texts.rotate.overlaps[each]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
