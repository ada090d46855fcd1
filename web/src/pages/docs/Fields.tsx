import { useState } from 'react'
import typography from '../../parts/typography.module.css'
import styles from './Fields.module.css'
import { type Description, objectOf, type Parameter, resolved, type Schema, typeName } from './openapi.ts'
import { Inline } from './Prose.tsx'
import { texts } from './texts.ts'

interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  /** What it contains, on request. */
  readonly inner?: Schema | undefined
}

export function ParameterFields({
  description,
  parameters,
}: {
  description: Description
  parameters: readonly Parameter[]
}) {
  const fields = parameters
    .map((each) => ({
      name: each.name,
      type: typeName(description, each.schema),
      isRequired: each.required,
      description: each.description,
    }))
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
  return <FieldList description={description} fields={fields} />
}

/** The fields of an object, or of the objects of which it is one. */
export function SchemaFields({ description, schema: given }: { description: Description; schema: Schema }) {
  const schema = resolved(description, given)
  const variants = schema.oneOf ?? []
  if (variants.length > 0) {
    return (
      <div className={styles.fields}>
        <p className={typography.muted}>{texts.reference.anyOf}</p>
        {variants.map((each) => (
          <Inner key={typeName(description, each)} description={description} schema={each} />
        ))}
      </div>
    )
  }
  const object = objectOf(description, schema)
  const fields = Object.entries(object?.properties ?? {}).map(([name, each]) => {
    const field = resolved(description, each)
    const inner = innerOf(description, field)
    return {
      name,
      type: typeName(description, each),
      isRequired: object?.required?.includes(name) ?? false,
      description: each.description ?? field.description ?? '',
      inner,
    }
  })
  return <FieldList description={description} fields={fields} />
}

function innerOf(description: Description, schema: Schema): Schema | undefined {
  if (objectOf(description, schema)) return schema
  const entry = schema.items && resolved(description, schema.items)
  return entry?.oneOf ? entry : undefined
}

function FieldList({ description, fields }: { description: Description; fields: readonly Field[] }) {
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, type, isRequired, description: about, inner }) => (
        <div key={name} className={styles.field}>
          <dt>
            <code className={styles.name}>{name}</code> <span className={styles.type}>{type}</span>
            {isRequired && <span className={styles.required}>{texts.reference.required}</span>}
          </dt>
          {(about !== '' || inner) && (
            <dd>
              <Inline text={about} />
              {inner && <Inner description={description} schema={inner} name={name} />}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** Rendered when it is opened: a dossier has hundreds of fields. */
function Inner({ description, schema, name }: { description: Description; schema: Schema; name?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.inner} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{name === undefined ? typeName(description, schema) : texts.reference.fieldsOf(name)}</summary>
      {isOpen && <SchemaFields description={description} schema={schema} />}
    </details>
  )
}
