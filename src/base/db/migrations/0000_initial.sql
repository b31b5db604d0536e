CREATE TABLE "account_listings" (
	"subject" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "account_listings_kind" CHECK ("account_listings"."kind" in ('host', 'tool'))
);
--> statement-breakpoint
CREATE TABLE "helper_credentials" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"tool" text NOT NULL,
	"secrets" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helper_credentials_tool" CHECK ("helper_credentials"."tool" in ('instantly', 'smartlead'))
);
--> statement-breakpoint
CREATE TABLE "tool_connections" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secrets" text,
	"state" text DEFAULT 'unchecked' NOT NULL,
	"problem" text,
	"refused_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tool_connections_kind" CHECK ("tool_connections"."kind" in ('instantly', 'smartlead', 'bison', 'other')),
	CONSTRAINT "tool_connections_state" CHECK ("tool_connections"."state" in ('unchecked', 'working', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"one_time_password_at" timestamp with time zone,
	"stripe_customer_id" text,
	"terms_accepted_at" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"billing_stopped_at" timestamp with time zone,
	"erase_due_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "customers_stripe_customer" UNIQUE("stripe_customer_id")
);
--> statement-breakpoint
CREATE TABLE "refresh_families" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"current_hash" "bytea" NOT NULL,
	"previous_hash" "bytea",
	"rotated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"network_hash" "bytea",
	"ended_at" timestamp with time zone,
	"ended_because" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"family_id" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domain_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"domain_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"sentence" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "domain_names" (
	"name" text PRIMARY KEY NOT NULL,
	"registration" text DEFAULT 'none' NOT NULL,
	"expires_at" timestamp with time zone,
	"expiry_told_for" timestamp with time zone,
	"provider_account_id" text,
	"wanted_rev" integer DEFAULT 0 NOT NULL,
	"done_rev" integer DEFAULT 0 NOT NULL,
	"next_run_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"urgent" boolean DEFAULT false NOT NULL,
	"lease_token" uuid,
	"lease_until" timestamp with time zone,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"recheck_before" timestamp with time zone,
	"listed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"step" text,
	"step_since" timestamp with time zone,
	"problem" jsonb,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "domain_names_registration" CHECK ("domain_names"."registration" in ('none', 'registering', 'registered', 'failed', 'outside'))
);
--> statement-breakpoint
CREATE TABLE "domains" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"bundle_id" text NOT NULL,
	"name" text NOT NULL,
	"slot" integer NOT NULL,
	"platform" text NOT NULL,
	"source" text NOT NULL,
	"want" text DEFAULT 'hold' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"status_note" text,
	"changing" jsonb,
	"forwarding_url" text NOT NULL,
	"replaces_id" text,
	"replaced_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"retire_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"setup_started_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"inboxes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "domains_platform" CHECK ("domains"."platform" in ('azure', 'google')),
	CONSTRAINT "domains_source" CHECK ("domains"."source" in ('bought', 'own')),
	CONSTRAINT "domains_want" CHECK ("domains"."want" in ('hold', 'run', 'retire')),
	CONSTRAINT "domains_status" CHECK ("domains"."status" in ('to do', 'in progress', 'pending', 'done', 'error', 'cancelled', 'duplicate'))
);
--> statement-breakpoint
CREATE TABLE "mailbox_links" (
	"mailbox_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"want" text DEFAULT 'connected' NOT NULL,
	"external_id" text,
	"confirmed_at" timestamp with time zone,
	"configured_at" timestamp with time zone,
	"abandoned_at" timestamp with time zone,
	"before_pause" jsonb,
	"paused_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailbox_links_mailbox_id_connection_id_pk" PRIMARY KEY("mailbox_id","connection_id"),
	CONSTRAINT "mailbox_links_want" CHECK ("mailbox_links"."want" in ('connected', 'disconnected'))
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"domain_id" text NOT NULL,
	"name" text NOT NULL,
	"persona_id" text NOT NULL,
	"local_part" text NOT NULL,
	"want" text DEFAULT 'active' NOT NULL,
	"told_at" timestamp with time zone,
	"external_id" text,
	"secret" text,
	"host_name" text,
	"host_state" text,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "mailboxes_want" CHECK ("mailboxes"."want" in ('active', 'disabled', 'purged'))
);
--> statement-breakpoint
CREATE TABLE "personas" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"bundle_id" text NOT NULL,
	"position" integer NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"azure_per_domain" integer DEFAULT 0 NOT NULL,
	"google_per_domain" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"customer_id" text,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"address" text,
	"session_id" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_job_accounts" (
	"job_id" text NOT NULL,
	"account" text NOT NULL,
	"position" integer NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"outcome" text,
	"reason" text,
	"at" timestamp with time zone,
	CONSTRAINT "bulk_job_accounts_job_id_account_pk" PRIMARY KEY("job_id","account"),
	CONSTRAINT "bulk_job_accounts_outcome" CHECK ("bulk_job_accounts"."outcome" in ('updated', 'unchanged', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"tool" text NOT NULL,
	"operation" text NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"credentials" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"problem" text,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bulk_jobs_status" CHECK ("bulk_jobs"."status" in ('queued', 'running', 'done', 'cancelled', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"customer_id" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_customer_id_key_pk" PRIMARY KEY("customer_id","key")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"dedupe_key" text NOT NULL,
	"message_id" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"attachments" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_dedupe_key" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vendor_limit_turns" (
	"key" text NOT NULL,
	"purpose" text NOT NULL,
	"customer_id" text NOT NULL,
	"taken" double precision NOT NULL,
	"expires_at" double precision NOT NULL,
	CONSTRAINT "vendor_limit_turns_key_purpose_customer_id_pk" PRIMARY KEY("key","purpose","customer_id")
);
--> statement-breakpoint
CREATE TABLE "vendor_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"tat" double precision NOT NULL,
	"paid_tat" double precision DEFAULT 0 NOT NULL,
	"waiting_tat" double precision DEFAULT 0 NOT NULL,
	"looks_tat" double precision DEFAULT 0 NOT NULL,
	"blocked_until" double precision DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_items" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"customer_id" text,
	"instructions" text NOT NULL,
	"answer" jsonb,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bundles" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"order_index" integer NOT NULL,
	"plan" text NOT NULL,
	"connection_id" text NOT NULL,
	"status" text DEFAULT 'awaiting_payment' NOT NULL,
	"company_name" text,
	"profile_picture_link" text,
	"past_due_since" timestamp with time zone,
	"refunded_since" timestamp with time zone,
	"disputed_since" timestamp with time zone,
	"operator_held_since" timestamp with time zone,
	"hold" text GENERATED ALWAYS AS (case when operator_held_since is not null then 'operator' when disputed_since is not null then 'dispute' when refunded_since is not null then 'refund' when past_due_since is not null then 'past_due' end) STORED,
	"hold_since" timestamp with time zone GENERATED ALWAYS AS (coalesce(least(refunded_since, disputed_since, operator_held_since), past_due_since)) STORED,
	"subscription_id" text,
	"cancelled_at" timestamp with time zone,
	"cancel_reason" text,
	"reinstate_wish" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "bundles_place" UNIQUE("order_id","order_index"),
	CONSTRAINT "bundles_plan" CHECK ("bundles"."plan" in ('azure', 'google', 'premium')),
	CONSTRAINT "bundles_status" CHECK ("bundles"."status" in ('awaiting_payment', 'live', 'cancelled', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"plan" text NOT NULL,
	"forwarding_url" text NOT NULL,
	"company_name" text NOT NULL,
	"stealth_mode" boolean DEFAULT false NOT NULL,
	"profile_picture_link" text,
	"status" text DEFAULT 'awaiting_payment' NOT NULL,
	"fingerprint" text,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "orders_plan" CHECK ("orders"."plan" in ('azure', 'google', 'premium')),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('awaiting_payment', 'active', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "checkout_items" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"bundle_id" text,
	"domain_id" text,
	"net_cents" integer NOT NULL,
	CONSTRAINT "checkout_items_subject" CHECK (num_nonnulls("checkout_items"."bundle_id", "checkout_items"."domain_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"kind" text NOT NULL,
	"order_id" text,
	"quote" jsonb NOT NULL,
	"amount_cents" integer NOT NULL,
	"promotion_code" text,
	"params" jsonb NOT NULL,
	"attempt_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"session_id" text,
	"url" text,
	"payment_intent_id" text,
	"subscription_id" text,
	"paid_cents" integer,
	"status" text DEFAULT 'prepared' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "checkouts_session" UNIQUE("session_id"),
	CONSTRAINT "checkouts_kind" CHECK ("checkouts"."kind" in ('order', 'reinstate', 'replace', 'release')),
	CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('prepared', 'open', 'paid', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"stripe_id" text NOT NULL,
	"subscription_id" text,
	"checkout_id" text,
	"payment_intent_id" text,
	"outcome" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_once" UNIQUE NULLS NOT DISTINCT("stripe_id","subscription_id","checkout_id"),
	CONSTRAINT "disputes_subject" CHECK (num_nonnulls("disputes"."subscription_id", "disputes"."checkout_id") = 1),
	CONSTRAINT "disputes_outcome" CHECK ("disputes"."outcome" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"domain_id" text,
	"reason" text NOT NULL,
	"cents" integer NOT NULL,
	"stripe_refund_id" text,
	"outcome" text,
	"failure" text,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refunds_once" UNIQUE NULLS NOT DISTINCT("checkout_id","domain_id","reason"),
	CONSTRAINT "refunds_outcome" CHECK ("refunds"."outcome" in ('pending', 'succeeded', 'failed', 'again', 'settled'))
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"stripe_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"status" text NOT NULL,
	"period_end" timestamp with time zone,
	"grace_until" timestamp with time zone,
	"flagged_at" timestamp with time zone,
	"billing_due_at" timestamp with time zone,
	"billing_rev" integer DEFAULT 0 NOT NULL,
	"billing_lease" text,
	"billing_lease_until" timestamp with time zone,
	"billed_at" timestamp with time zone,
	"open_invoice" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"vendor" text NOT NULL,
	"label" text NOT NULL,
	"credentials" text NOT NULL,
	"capacity_domains" integer NOT NULL,
	"capacity_mailboxes" integer NOT NULL,
	"capacity_daily_recipients" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rev" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "provider_accounts_label" UNIQUE("vendor","label"),
	CONSTRAINT "provider_accounts_vendor" CHECK ("provider_accounts"."vendor" in ('microsoft', 'google')),
	CONSTRAINT "provider_accounts_state" CHECK ("provider_accounts"."state" in ('open', 'draining', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "helper_credentials" ADD CONSTRAINT "helper_credentials_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_connections" ADD CONSTRAINT "tool_connections_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_families" ADD CONSTRAINT "refresh_families_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_family_id_refresh_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."refresh_families"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_events" ADD CONSTRAINT "domain_events_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_events" ADD CONSTRAINT "domain_events_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domain_names" ADD CONSTRAINT "domain_names_provider_account_id_provider_accounts_id_fk" FOREIGN KEY ("provider_account_id") REFERENCES "public"."provider_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "domains" ADD CONSTRAINT "domains_replaces_id_domains_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD CONSTRAINT "mailbox_links_mailbox_id_mailboxes_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."mailboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailbox_links" ADD CONSTRAINT "mailbox_links_connection_id_tool_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."tool_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_persona_id_personas_id_fk" FOREIGN KEY ("persona_id") REFERENCES "public"."personas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personas" ADD CONSTRAINT "personas_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personas" ADD CONSTRAINT "personas_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_job_accounts" ADD CONSTRAINT "bulk_job_accounts_job_id_bulk_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_items" ADD CONSTRAINT "work_items_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_connection_id_tool_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."tool_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundles" ADD CONSTRAINT "bundles_subscription_id_subscriptions_stripe_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("stripe_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_items" ADD CONSTRAINT "checkout_items_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_items" ADD CONSTRAINT "checkout_items_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_items" ADD CONSTRAINT "checkout_items_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_subscription_id_subscriptions_stripe_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("stripe_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_domain_id_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."domains"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_listings_due" ON "account_listings" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "helper_credentials_customer" ON "helper_credentials" USING btree ("customer_id","tool");--> statement-breakpoint
CREATE INDEX "tool_connections_customer" ON "tool_connections" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_families_current" ON "refresh_families" USING btree ("current_hash");--> statement-breakpoint
CREATE INDEX "refresh_families_previous" ON "refresh_families" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "refresh_families_customer" ON "refresh_families" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "sessions_family" ON "sessions" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "sessions_customer" ON "sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "domain_events_domain" ON "domain_events" USING btree ("domain_id","id");--> statement-breakpoint
CREATE INDEX "domain_events_customer" ON "domain_events" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "domain_names_due" ON "domain_names" USING btree ("next_run_at") WHERE "domain_names"."next_run_at" is not null;--> statement-breakpoint
CREATE INDEX "domain_names_lease" ON "domain_names" USING btree ("lease_until") WHERE "domain_names"."lease_until" is not null;--> statement-breakpoint
CREATE INDEX "domain_names_account" ON "domain_names" USING btree ("provider_account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "domains_held_name" ON "domains" USING btree ("name") WHERE "domains"."released_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_slot" ON "domains" USING btree ("bundle_id","slot") WHERE "domains"."want" = 'run' and "domains"."replaced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "domains_replacement" ON "domains" USING btree ("replaces_id") WHERE "domains"."released_at" is null;--> statement-breakpoint
CREATE INDEX "domains_customer" ON "domains" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "domains_bundle" ON "domains" USING btree ("bundle_id","slot");--> statement-breakpoint
CREATE INDEX "domains_name" ON "domains" USING btree ("name");--> statement-breakpoint
CREATE INDEX "domains_delivered" ON "domains" USING btree ("platform","delivered_at") WHERE "domains"."delivered_at" is not null;--> statement-breakpoint
CREATE INDEX "mailbox_links_connection" ON "mailbox_links" USING btree ("connection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mailboxes_address" ON "mailboxes" USING btree ("name","local_part") WHERE "mailboxes"."want" <> 'purged';--> statement-breakpoint
CREATE INDEX "mailboxes_domain" ON "mailboxes" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "mailboxes_persona" ON "mailboxes" USING btree ("persona_id");--> statement-breakpoint
CREATE UNIQUE INDEX "personas_full_name" ON "personas" USING btree ("bundle_id",lower("first_name" || ' ' || "last_name")) WHERE "personas"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "personas_bundle" ON "personas" USING btree ("bundle_id","position");--> statement-breakpoint
CREATE INDEX "audit_log_customer" ON "audit_log" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "bulk_job_accounts_waiting" ON "bulk_job_accounts" USING btree ("job_id","position") WHERE "bulk_job_accounts"."outcome" is null;--> statement-breakpoint
CREATE INDEX "bulk_jobs_customer" ON "bulk_jobs" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "bulk_jobs_unfinished" ON "bulk_jobs" USING btree ("created_at") WHERE "bulk_jobs"."status" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_try_at") WHERE "outbox"."sent_at" is null and "outbox"."failed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "work_items_open" ON "work_items" USING btree ("kind","subject") WHERE "work_items"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "work_items_consent" ON "work_items" USING btree ("subject") WHERE "work_items"."kind" = 'tool_consent';--> statement-breakpoint
CREATE INDEX "bundles_customer" ON "bundles" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "bundles_subscription" ON "bundles" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "bundles_connection" ON "bundles" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "bundles_asked_back" ON "bundles" USING btree ("changed_at") WHERE "bundles"."reinstate_wish" is not null;--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_unpaid" ON "orders" USING btree ("customer_id","fingerprint") WHERE "orders"."status" = 'awaiting_payment';--> statement-breakpoint
CREATE INDEX "checkout_items_checkout" ON "checkout_items" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "checkout_items_domain" ON "checkout_items" USING btree ("domain_id");--> statement-breakpoint
CREATE INDEX "checkout_items_bundle" ON "checkout_items" USING btree ("bundle_id");--> statement-breakpoint
CREATE INDEX "checkouts_customer" ON "checkouts" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_unsettled" ON "checkouts" USING btree ("synced_at") WHERE "checkouts"."status" in ('prepared', 'open');--> statement-breakpoint
CREATE INDEX "checkouts_order" ON "checkouts" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("customer_id","fingerprint") WHERE "checkouts"."status" in ('prepared', 'open');--> statement-breakpoint
CREATE INDEX "disputes_subscription" ON "disputes" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "disputes_checkout" ON "disputes" USING btree ("checkout_id");--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "refunds_owed" ON "refunds" USING btree ("created_at") WHERE "refunds"."stripe_refund_id" is null;--> statement-breakpoint
CREATE INDEX "refunds_unsettled" ON "refunds" USING btree ("created_at") WHERE "refunds"."outcome" in ('pending', 'failed') or ("refunds"."outcome" = 'succeeded' and "refunds"."told_at" is null);--> statement-breakpoint
CREATE INDEX "stripe_events_waiting" ON "stripe_events" USING btree ("received_at") WHERE "stripe_events"."processed_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_in_grace" ON "subscriptions" USING btree ("grace_until") WHERE "subscriptions"."grace_until" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_billing_due" ON "subscriptions" USING btree ("billing_due_at") WHERE "subscriptions"."billing_due_at" is not null;--> statement-breakpoint
-- From here on written by hand: drizzle-kit knows no triggers, and no later migration makes them again.
--
-- Every change of a row raises its rev, whatever made it: the order list's ETag is made of revs.
CREATE FUNCTION raise_rev() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.rev := OLD.rev + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'rev' LOOP
    EXECUTE format('CREATE TRIGGER raise_rev BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION raise_rev()', name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What happened cannot be rewritten.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON domain_events FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
CREATE TRIGGER append_only BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
--> statement-breakpoint
-- What a customer would call a change; looking again at something that stays the same is none.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER note_change BEFORE UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.status, OLD.forwarding_url, OLD.company_name) IS DISTINCT FROM (NEW.status, NEW.forwarding_url, NEW.company_name))
  EXECUTE FUNCTION note_change();
--> statement-breakpoint
-- Reads the causes of a hold instead of the hold itself: a trigger comes before what is generated.
CREATE TRIGGER note_change BEFORE UPDATE ON bundles FOR EACH ROW
  WHEN ((OLD.status, OLD.connection_id, OLD.past_due_since, OLD.refunded_since, OLD.disputed_since, OLD.operator_held_since)
    IS DISTINCT FROM
    (NEW.status, NEW.connection_id, NEW.past_due_since, NEW.refunded_since, NEW.disputed_since, NEW.operator_held_since))
  EXECUTE FUNCTION note_change();
--> statement-breakpoint
CREATE TRIGGER note_change BEFORE UPDATE ON domains FOR EACH ROW
  WHEN ((OLD.status, OLD.want, OLD.forwarding_url, OLD.replaced_at, OLD.inboxes)
    IS DISTINCT FROM (NEW.status, NEW.want, NEW.forwarding_url, NEW.replaced_at, NEW.inboxes))
  EXECUTE FUNCTION note_change();
--> statement-breakpoint
-- Counting half a million links for a list of orders takes longer than a customer waits, so the count is kept.
CREATE FUNCTION count_inboxes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE domains d SET inboxes = counted.inboxes
  FROM (
    SELECT m.domain_id, count(l.mailbox_id) FILTER (WHERE l.confirmed_at IS NOT NULL)::int AS inboxes
    FROM mailboxes m
    JOIN domains of ON of.id = m.domain_id
    JOIN bundles b ON b.id = of.bundle_id
    LEFT JOIN mailbox_links l ON l.mailbox_id = m.id AND l.connection_id = b.connection_id
    WHERE m.domain_id IN (SELECT t.domain_id FROM touched c JOIN mailboxes t ON t.id = c.mailbox_id)
    GROUP BY m.domain_id
  ) counted
  WHERE d.id = counted.domain_id AND d.inboxes <> counted.inboxes;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_inboxes_added AFTER INSERT ON mailbox_links REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION count_inboxes();
--> statement-breakpoint
CREATE TRIGGER count_inboxes_changed AFTER UPDATE ON mailbox_links REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION count_inboxes();
--> statement-breakpoint
CREATE TRIGGER count_inboxes_removed AFTER DELETE ON mailbox_links REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION count_inboxes();
