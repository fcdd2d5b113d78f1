import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm'
import { ChannelEntity } from './channel.entity.js'

@Entity('user')
export class UserEntity {
  @PrimaryColumn({ type: 'bigint' })
  id: string

  @Column({ type: 'text', nullable: true })
  phone: string | null

  @Column({ type: 'text', nullable: true })
  name: string | null

  @Column({ name: 'id_number_sealed', type: 'bytea', nullable: true, select: false })
  idNumberSealed: Buffer | null

  @Column({ name: 'id_number_hash', type: 'bytea', nullable: true, select: false })
  idNumberHash: Buffer | null

  @Column({ type: 'text', nullable: true })
  gender: string | null

  @Column({ type: 'date', nullable: true })
  birthday: string | null

  @Column({ name: 'city_code', type: 'text', nullable: true })
  cityCode: string | null

  @Column({ name: 'channel_id', type: 'bigint', nullable: true })
  channelId: string | null

  @ManyToOne(() => ChannelEntity, { nullable: true })
  @JoinColumn({ name: 'channel_id' })
  channel: ChannelEntity | null

  @Column({ type: 'text' })
  flow: string

  @Column({ name: 'income_band', type: 'text', nullable: true })
  incomeBand: string | null

  @Column({ name: 'credit_band', type: 'text', nullable: true })
  creditBand: string | null

  @Column({ type: 'boolean', nullable: true })
  house: boolean | null

  @Column({ type: 'boolean', nullable: true })
  car: boolean | null

  @Column({ name: 'social_insurance', type: 'boolean', nullable: true })
  socialInsurance: boolean | null

  @Column({ name: 'housing_fund', type: 'boolean', nullable: true })
  housingFund: boolean | null

  @Column({ type: 'text', nullable: true })
  occupation: string | null

  @Column({ type: 'text', nullable: true })
  ip: string | null

  @Column({ type: 'text', nullable: true })
  device: string | null

  @Column({ type: 'text' })
  status: string

  @Column({ name: 'risk_level', type: 'text', nullable: true })
  riskLevel: string | null

  @Column({ name: 'push_count', type: 'integer' })
  pushCount: number

  @Column({ name: 'last_active_at', type: 'timestamptz' })
  lastActiveAt: Date

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  deletedAt: Date | null

  @Column({ type: 'text' })
  remark: string

  @VersionColumn()
  version: number

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date
}
