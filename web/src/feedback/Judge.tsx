import { type FormEvent, useId, useRef, useState } from 'react'
import { type FeedbackAboutReply, type FeedbackReply, MAX_WORD_LENGTH, VERDICTS, type Verdict } from '../contract.ts'
import { UsefulIcon, WrongIcon } from '../parts/icons.tsx'
import { Words } from '../parts/words/Words.tsx'
import styles from './Judge.module.css'
import { texts } from './texts.ts'
import { useFeedback } from './use-feedback.tsx'

const ICONS = { useful: UsefulIcon, wrong: WrongIcon }

interface JudgeProps {
  readonly about: FeedbackAboutReply
  /** Names it to screen readers. */
  readonly subject: string
}

/** Two buttons, useful and wrong. A second click on the chosen one takes it back. */
export function Judge({ about, subject }: JudgeProps) {
  const feedback = useFeedback()
  const [isWriting, setIsWriting] = useState(false)
  const wordButton = useRef<HTMLButtonElement>(null)
  if (!feedback) return null
  const entries = feedback.of(about)
  const mine = entries?.find(({ isMine }) => isMine)
  const others = entries?.filter(({ isMine }) => !isMine) ?? []
  const choose = (verdict: Verdict) => {
    setIsWriting(false)
    if (mine?.verdict === verdict) void feedback.withdraw(about)
    else void feedback.give(about, verdict, null)
  }
  const stopWriting = () => {
    setIsWriting(false)
    // The button is there again after the form has gone.
    setTimeout(() => wordButton.current?.focus())
  }
  return (
    <span className={styles.judge}>
      <span className={styles.buttons}>
        {VERDICTS.map((verdict) => {
          const Icon = ICONS[verdict]
          return (
            <button
              key={verdict}
              type="button"
              className={styles.button}
              data-verdict={verdict}
              aria-pressed={mine?.verdict === verdict}
              aria-label={texts.about(texts[verdict], subject)}
              aria-disabled={entries === undefined}
              title={texts[verdict]}
              onClick={() => entries && choose(verdict)}
            >
              <Icon size={15} />
            </button>
          )
        })}
      </span>
      {mine && !isWriting && (
        <button ref={wordButton} type="button" className={styles.word} onClick={() => setIsWriting(true)}>
          {mine.word === null ? texts.addWord : <Words text={texts.editWord(mine.word)} />}
        </button>
      )}
      {mine && isWriting && (
        <WordForm
          mine={mine}
          onSave={(word) => {
            stopWriting()
            void feedback.give(about, mine.verdict, word)
          }}
          onCancel={stopWriting}
        />
      )}
      {others.length > 0 && <Others entries={others} />}
    </span>
  )
}

interface WordFormProps {
  readonly mine: FeedbackReply
  readonly onSave: (word: string | null) => void
  readonly onCancel: () => void
}

function WordForm({ mine: { verdict, word }, onSave, onCancel }: WordFormProps) {
  const [text, setText] = useState(word ?? '')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(text.trim() || null)
  }
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onCancel()}>
      <label htmlFor={id}>{texts.word[verdict]}</label>
      <input
        id={id}
        value={text}
        maxLength={MAX_WORD_LENGTH}
        onChange={(event) => setText(event.currentTarget.value)}
        ref={(input) => input?.focus()}
        autoComplete="off"
      />
      <button type="submit" className={styles.word}>
        {texts.save}
      </button>
      <button type="button" className={styles.word} onClick={onCancel}>
        {texts.cancel}
      </button>
    </form>
  )
}

/** What colleagues said, with their words. */
function Others({ entries }: { entries: readonly FeedbackReply[] }) {
  const [first, ...more] = entries.map(
    ({ verdict, by, word }) => texts.others(texts[verdict], by) + (word === null ? '' : `: ${texts.editWord(word)}`),
  )
  if (first === undefined) return null
  return (
    <span className={styles.others} title={more.join('\n') || undefined}>
      <Words text={more.length > 0 ? texts.othersMore(first, more.length) : first} />
    </span>
  )
}
