import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm'
import { AdminEntity } from './admin.entity.js'

@Entity('session')
export class SessionEntity {
  @PrimaryColumn({ type: 'bigint' })
  id: string

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash: Buffer

  @ManyToOne(() => AdminEntity)
  @JoinColumn({ name: 'admin_id' })
  admin: AdminEntity

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date

  @Column({ name: 'last_seen_at', type: 'timestamptz' })
  lastSeenAt: Date
}
