import styles from './Key.module.css'

export const Key = ({ name }: { name: string }) => <kbd className={styles.key}>{name}</kbd>
