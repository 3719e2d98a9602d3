// Made from the OpenAPI document by "npm run client": do not edit.
export interface paths {
    "/api/access/grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a public dataset to yours
         * @description Adds a public dataset to yours. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_access_grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access/my": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The datasets that you were given access to
         * @description The datasets that you were given access to. For users. A key needs the scope `read`.
         */
        get: operations["get_access_my"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives up your access to a dataset
         * @description Gives up your access to a dataset. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_access_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/access/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your requests for access to datasets, the newest of each dataset
         * @description Your requests for access to datasets, the newest of each dataset. For users. A key needs the scope `read`.
         */
        get: operations["get_access_requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a category
         * @description Adds a category. For admins. A key needs the scope `admin`. The body may have 1,000,000 bytes.
         */
        post: operations["post_admin_categories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/categories/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a category; its items move to Other
         * @description Removes a category; its items move to Other. For admins. A key needs the scope `admin`.
         */
        delete: operations["delete_admin_categories_category"];
        options?: never;
        head?: never;
        /**
         * Renames a category; its items move with it
         * @description Renames a category; its items move with it. For admins. A key needs the scope `admin`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_admin_categories_category"];
        trace?: never;
    };
    "/api/admin/exposed-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The connections whose credentials may have left, the newest first
         * @description The connections whose credentials may have left, the newest first. For admins. A key needs the scope `admin`.
         */
        get: operations["get_admin_exposed_connections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/exposed-connections/{id}/remind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells the owner of such a connection again to replace its credentials
         * @description Tells the owner of such a connection again to replace its credentials. For admins. A key needs the scope `admin`.
         */
        post: operations["post_admin_exposed_connections_id_remind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/exposed-connections/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stops such a connection until its owner has replaced its credentials
         * @description Stops such a connection until its owner has replaced its credentials. For admins. A key needs the scope `admin`.
         */
        post: operations["post_admin_exposed_connections_id_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The jobs in the queue: failed ones first, then running and waiting ones
         * @description The jobs in the queue: failed ones first, then running and waiting ones. For admins. A key needs the scope `admin`.
         */
        get: operations["get_admin_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Removes a failed job that does not come again by itself
         * @description Removes a failed job that does not come again by itself. For admins. A key needs the scope `admin`.
         */
        delete: operations["delete_admin_jobs_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a job due now that has failed or waits for later
         * @description Makes a job due now that has failed or waits for later. For admins. A key needs the scope `admin`.
         */
        post: operations["post_admin_jobs_id_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What people searched the DataStore for in the last 30 days and did not find, most frequent first
         * @description What people searched the DataStore for in the last 30 days and did not find, most frequent first. For admins. A key needs the scope `admin`.
         */
        get: operations["get_admin_searches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/takedowns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The datasets and connectors that admins have taken down
         * @description The datasets and connectors that admins have taken down. For admins. A key needs the scope `admin`.
         */
        get: operations["get_admin_takedowns"];
        put?: never;
        /**
         * Hides a dataset or connector from everybody but its owner and admins
         * @description Hides a dataset or connector from everybody but its owner and admins. For admins. A key needs the scope `admin`. The body may have 1,000,000 bytes.
         */
        post: operations["post_admin_takedowns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/takedowns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Shows it again
         * @description Shows it again. For admins. A key needs the scope `admin`.
         */
        delete: operations["delete_admin_takedowns_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users, the newest first
         * @description The users, the newest first. For admins. A key needs the scope `admin`.
         */
        get: operations["get_admin_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a user a role
         * @description Gives a user a role. For admins. A key needs the scope `admin`. The body may have 1,000,000 bytes.
         */
        post: operations["post_admin_users_id_roles"];
        /**
         * Takes a role away from a user
         * @description Takes a role away from a user. For admins. A key needs the scope `admin`. The body may have 1,000,000 bytes.
         */
        delete: operations["delete_admin_users_id_roles"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The datasets that you may see
         * @description The datasets that you may see. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_assets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A dataset
         * @description A dataset. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_assets_id"];
        put?: never;
        post?: never;
        /**
         * Deletes a dataset, or hides it while others have access
         * @description Deletes a dataset, or hides it while others have access. For the owner. A key needs the scope `write`.
         */
        delete: operations["delete_assets_id"];
        options?: never;
        head?: never;
        /**
         * Changes what is said about a dataset
         * @description Changes what is said about a dataset. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_assets_id"];
        trace?: never;
    };
    "/api/assets/{id}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Says what columns of a dataset mean
         * @description Says what columns of a dataset mean. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_assets_id_columns"];
        trace?: never;
    };
    "/api/assets/{id}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest rows of a dataset
         * @description The latest rows of a dataset. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_assets_id_data"];
        /**
         * Replaces the rows of a dataset by those of a file, or adds them: its next version. With If-Match only if the version is still the one of that ETag
         * @description Replaces the rows of a dataset by those of a file, or adds them: its next version. With If-Match only if the version is still the one of that ETag. For the owner. A key needs the scope `write`.
         */
        put: operations["put_assets_id_data"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a dataset an image
         * @description Gives a dataset an image. For the owner. A key needs the scope `write`. The body may have 2,800,000 bytes.
         */
        post: operations["post_assets_id_image"];
        /**
         * Takes the image of a dataset away
         * @description Takes the image of a dataset away. For the owner. A key needs the scope `write`.
         */
        delete: operations["delete_assets_id_image"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the newest load of a dataset is
         * @description How far the newest load of a dataset is. For the owner. A key needs the scope `read`.
         */
        get: operations["get_assets_id_load"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/load/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the load of a dataset's next version. A first load ends when the dataset is deleted
         * @description Ends the load of a dataset's next version. A first load ends when the dataset is deleted. For the owner. A key needs the scope `write`.
         */
        post: operations["post_assets_id_load_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/load/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Loads the file of a failed load again, without another upload: if its status is retryable. The file of a later version is kept for a day, the first one as long as its dataset
         * @description Loads the file of a failed load again, without another upload: if its status is retryable. The file of a later version is kept for a day, the first one as long as its dataset. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_assets_id_load_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file behind a dataset
         * @description The file behind a dataset. For users who may read all rows of the dataset. A key needs the scope `read`.
         */
        get: operations["get_assets_id_original"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/owner": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * The same under its other address
         * @description The same under its other address. For the owner. A key needs the scope `write`.
         */
        delete: operations["delete_assets_id_owner"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetches the file of a dataset from its address again: its next version, if the file has changed. Waits up to 30 seconds for the rows, or as long as Prefer: wait=N or respond-async says
         * @description Fetches the file of a dataset from its address again: its next version, if the file has changed. Waits up to 30 seconds for the rows, or as long as Prefer: wait=N or respond-async says. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_assets_id_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a file that were set aside
         * @description The rows of a file that were set aside. For users who may read all rows of the dataset. A key needs the scope `read`.
         */
        get: operations["get_assets_id_rejected"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The open requests for access to a dataset
         * @description The open requests for access to a dataset. For the owner. A key needs the scope `read`.
         */
        get: operations["get_assets_id_requests"];
        put?: never;
        /**
         * Asks the owner of a dataset for access
         * @description Asks the owner of a dataset for access. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_assets_id_requests"];
        /**
         * Takes your own request for access back
         * @description Takes your own request for access back. For users. A key needs the scope `write`.
         */
        delete: operations["delete_assets_id_requests"];
        options?: never;
        head?: never;
        /**
         * Approves or refuses a request for access
         * @description Approves or refuses a request for access. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_assets_id_requests"];
        trace?: never;
    };
    "/api/assets/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds rows to a dataset: its next version. With If-Match only if the version is still the one of that ETag
         * @description Adds rows to a dataset: its next version. With If-Match only if the version is still the one of that ETag. For the owner. A key needs the scope `write`.
         */
        post: operations["post_assets_id_rows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the files of a dataset are read: a Frictionless Table Schema with the dialect. Every next version is read so too
         * @description How the files of a dataset are read: a Frictionless Table Schema with the dialect. Every next version is read so too. For users who may read all rows of the dataset. A key needs the scope `read`.
         */
        get: operations["get_assets_id_schema"];
        /**
         * Decides how the files of a dataset are read, and reads its file again: the next version. Columns that are not named are read as before. Waits up to 30 seconds for the rows, or as long as Prefer says
         * @description Decides how the files of a dataset are read, and reads its file again: the next version. Columns that are not named are read as before. Waits up to 30 seconds for the rows, or as long as Prefer says. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        put: operations["put_assets_id_schema"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people that a dataset is shared with
         * @description The people that a dataset is shared with. For the owner. A key needs the scope `read`.
         */
        get: operations["get_assets_id_shares"];
        put?: never;
        /**
         * Gives somebody access to a dataset
         * @description Gives somebody access to a dataset. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_assets_id_shares"];
        /**
         * Takes that access away
         * @description Takes that access away. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        delete: operations["delete_assets_id_shares"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The address from which a dataset is refreshed, and its newest refresh
         * @description The address from which a dataset is refreshed, and its newest refresh. For the owner. A key needs the scope `read`.
         */
        get: operations["get_assets_id_source"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Sets how often a dataset is refreshed from its address
         * @description Sets how often a dataset is refreshed from its address. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_assets_id_source"];
        trace?: never;
    };
    "/api/assets/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a dataset, the newest first
         * @description The versions of a dataset, the newest first. For users who may read all rows of the dataset. A key needs the scope `read`.
         */
        get: operations["get_assets_id_versions"];
        put?: never;
        /**
         * The same for a form, which cannot PUT
         * @description The same for a form, which cannot PUT. For the owner. A key needs the scope `write`.
         */
        post: operations["post_assets_id_versions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/versions/{before}/compare/{after}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is different between two versions of a dataset
         * @description What is different between two versions of a dataset. For users who may read all rows of the dataset. A key needs the scope `read`.
         */
        get: operations["get_assets_id_versions_before_compare_after"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the rows of an older version the newest version of a dataset, without copying them. With If-Match only if the version is still the one of that ETag
         * @description Makes the rows of an older version the newest version of a dataset, without copying them. With If-Match only if the version is still the one of that ETag. For the owner. A key needs the scope `write`.
         */
        post: operations["post_assets_id_versions_version_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The categories of datasets and connectors
         * @description The categories of datasets and connectors. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_assets_categories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/from-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publishes the file at an address as a dataset: CSV, Excel (.xlsx), JSON or Parquet, also packed. It is fetched and loaded like an upload, and can be refreshed from there. Waits up to 30 seconds for the rows, or as long as Prefer: wait=N or respond-async says
         * @description Publishes the file at an address as a dataset: CSV, Excel (.xlsx), JSON or Parquet, also packed. It is fetched and loaded like an upload, and can be refreshed from there. Waits up to 30 seconds for the rows, or as long as Prefer: wait=N or respond-async says. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_assets_from_url"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells what a load would make of a file, from its first megabyte after unpacking; workbooks, ZIP and Parquet files are needed as a whole, up to 32 MB: settings, columns, and readings that fit its cells. Nothing is kept
         * @description Tells what a load would make of a file, from its first megabyte after unpacking; workbooks, ZIP and Parquet files are needed as a whole, up to 32 MB: settings, columns, and readings that fit its cells. Nothing is kept. For users. A key needs the scope `write`.
         */
        post: operations["post_assets_inspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receives a file for the page where its columns are shown and can be changed before it is published. It is kept for a day and counts as an upload
         * @description Receives a file for the page where its columns are shown and can be changed before it is published. It is kept for a day and counts as an upload. For users. No API key may call it.
         */
        post: operations["post_assets_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/table/{tableName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same by the name of a table
         * @description The same by the name of a table. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_assets_table_tableName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/table/{tableName}/odc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that Excel opens as a query of a table. It holds no key
         * @description A file that Excel opens as a query of a table. It holds no key. For users. A key needs the scope `read`.
         */
        get: operations["get_assets_table_tableName_odc"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/table/{tableName}/pbids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that Power BI opens as the feed of your tables. It holds no key
         * @description A file that Power BI opens as the feed of your tables. It holds no key. For users. A key needs the scope `read`.
         */
        get: operations["get_assets_table_tableName_pbids"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/table/{tableName}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a table by its name, those of a connection too: one for each complete pull with other rows
         * @description The versions of a table by its name, those of a connection too: one for each complete pull with other rows. For users who may read all rows of the dataset. A key needs the scope `read`.
         */
        get: operations["get_assets_table_tableName_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/table/{tableName}/versions/{before}/compare/{after}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same by the name of a table
         * @description The same by the name of a table. For users who may read all rows of the dataset. A key needs the scope `read`.
         */
        get: operations["get_assets_table_tableName_versions_before_compare_after"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/assets/upload-csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads a CSV, Excel (.xlsx), JSON or Parquet file as a dataset, also one that is packed by gzip, zstd or ZIP
         * @description Uploads a CSV, Excel (.xlsx), JSON or Parquet file as a dataset, also one that is packed by gzip, zstd or ZIP. For users. A key needs the scope `write`.
         */
        post: operations["post_assets_upload_csv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a person sees an item, or why not, and what of it: for admins, auditors, the owner of the item, and the person
         * @description Why a person sees an item, or why not, and what of it: for admins, auditors, the owner of the item, and the person. For users. A key needs the scope `read`.
         */
        get: operations["get_audit_why"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The posts of the blog, without their content
         * @description The posts of the blog, without their content. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_blog"];
        put?: never;
        /**
         * Publishes a post. For editors and admins
         * @description Publishes a post. For editors and admins. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_blog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blog/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A post with its content. Does not count as a view
         * @description A post with its content. Does not count as a view. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_blog_slug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/blog/{slug}/like": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Likes a post, or takes your like back
         * @description Likes a post, or takes your like back. For users. A key needs the scope `write`.
         */
        post: operations["post_blog_slug_like"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The connectors that you may see
         * @description The connectors that you may see. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_connectors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A connector, or a draft of yours
         * @description A connector, or a draft of yours. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_connectors_id"];
        put?: never;
        post?: never;
        /**
         * Deletes a connector or discards a draft
         * @description Deletes a connector or discards a draft. For the owner. A key needs the scope `write`.
         */
        delete: operations["delete_connectors_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is different in a version of a connector from an earlier one: settings, columns, requests, hosts
         * @description What is different in a version of a connector from an earlier one: settings, columns, requests, hosts. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_connectors_id_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Saves a draft; status inactive takes a published version out of use
         * @description Saves a draft; status inactive takes a published version out of use. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_connectors_id_draft"];
        trace?: never;
    };
    "/api/connectors/{id}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a connector an image, for all its versions
         * @description Gives a connector an image, for all its versions. For the owner. A key needs the scope `write`. The body may have 2,800,000 bytes.
         */
        post: operations["post_connectors_id_image"];
        /**
         * Takes the image of a connector away
         * @description Takes the image of a connector away. For the owner. A key needs the scope `write`.
         */
        delete: operations["delete_connectors_id_image"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/{id}/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest version of a connector, by the id of any of its versions: this address stays
         * @description The latest version of a connector, by the id of any of its versions: this address stays. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_connectors_id_latest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turns a draft into the next version of its connector
         * @description Turns a draft into the next version of its connector. For the owner. A key needs the scope `write`.
         */
        post: operations["post_connectors_id_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The versions of a connector; its owner's list begins with the open draft
         * @description The versions of a connector; its owner's list begins with the open draft. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_connectors_id_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connects you to a connector
         * @description Connects you to a connector. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether the API answers to these credentials
         * @description Whether the API answers to these credentials. For users. A key needs the scope `run`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a draft, or with parent_id opens the draft of that connector
         * @description Makes a draft, or with parent_id opens the draft of that connector. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your open drafts
         * @description Your open drafts. For users. A key needs the scope `read`.
         */
        get: operations["get_connectors_drafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a draft of an OpenAPI 3 document, Airbyte manifest, Postman collection, HAR file or curl command
         * @description Makes a draft of an OpenAPI 3 document, Airbyte manifest, Postman collection, HAR file or curl command. For users. A key needs the scope `write`. The body may have 12,000,000 bytes.
         */
        post: operations["post_connectors_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/instance/{instanceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A connection, with its tables and its last run
         * @description A connection, with its tables and its last run. For the owner. A key needs the scope `read`.
         */
        get: operations["get_connectors_instance_instanceId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the set-up of a connection; another host must be named in hosts, and the secrets given anew
         * @description Changes the set-up of a connection; another host must be named in hosts, and the secrets given anew. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_connectors_instance_instanceId"];
        trace?: never;
    };
    "/api/connectors/instance/{instanceId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a dataset of a connection's table
         * @description Makes a dataset of a connection's table. For the owner. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_instance_instanceId_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/instance/{instanceId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Runs a connection and waits up to 30 seconds for the end, or as long as Prefer: wait=N or respond-async says
         * @description Runs a connection and waits up to 30 seconds for the end, or as long as Prefer: wait=N or respond-async says. For the owner. A key needs the scope `run`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_instance_instanceId_run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/instance/{instanceId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The runs of a connection
         * @description The runs of a connection. For the owner. A key needs the scope `read`.
         */
        get: operations["get_connectors_instance_instanceId_runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/instance/{instanceId}/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run with its requests
         * @description A run with its requests. For the owner. A key needs the scope `read`.
         */
        get: operations["get_connectors_instance_instanceId_runs_runId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/instance/{instanceId}/runs/{runId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends a run
         * @description Ends a run. For the owner. A key needs the scope `run`.
         */
        post: operations["post_connectors_instance_instanceId_runs_runId_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/migrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves your connection to another version of its connector
         * @description Moves your connection to another version of its connector. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_migrate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/my": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your connections
         * @description Your connections. For users. A key needs the scope `read`.
         */
        get: operations["get_connectors_my"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The choices of a field, as the API gives them now
         * @description The choices of a field, as the API gives them now. For users. A key needs the scope `run`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/remove/{instanceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removes a connection
         * @description Removes a connection. For the owner. A key needs the scope `write`.
         */
        post: operations["post_connectors_remove_instanceId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/run/{instanceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same under its other address
         * @description The same under its other address. For the owner. A key needs the scope `run`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_run_instanceId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/test-read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the beginning of every operation; name one of dsl, connector_id and instance_id
         * @description Reads the beginning of every operation; name one of dsl, connector_id and instance_id. For users. A key needs the scope `run`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_test_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connectors/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publishes a new connector
         * @description Publishes a new connector. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_connectors_upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataapps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The saved charts of datasets that you may see
         * @description The saved charts of datasets that you may see. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_dataapps"];
        put?: never;
        /**
         * Saves a chart of a dataset whose rows you may read
         * @description Saves a chart of a dataset whose rows you may read. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_dataapps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataapps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A saved chart, with its values for those who may read the rows of its dataset
         * @description A saved chart, with its values for those who may read the rows of its dataset. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_dataapps_id"];
        put?: never;
        post?: never;
        /**
         * Deletes a chart that you saved. Its dataset stays as it is
         * @description Deletes a chart that you saved. Its dataset stays as it is. For users. A key needs the scope `write`.
         */
        delete: operations["delete_dataapps_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dev/apikey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a new streaming key, for your own address only
         * @description Makes a new streaming key, for your own address only. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_dev_apikey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to a connector (kind connector, by its root id), a dataset, an instance or a user, the latest first. For the user whose it is, auditors and admins
         * @description What happened to a connector (kind connector, by its root id), a dataset, an instance or a user, the latest first. For the user whose it is, auditors and admins. For users. A key needs the scope `read`.
         */
        get: operations["get_history_kind_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/{kind}/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole history as one file, with the hash of each event and the address of its proof
         * @description The whole history as one file, with the hash of each event and the address of its proof. For users. A key needs the scope `read`.
         */
        get: operations["get_history_kind_id_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/{kind}/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first 100 rows of a dataset, or of the table of an instance, as they were at a time
         * @description The first 100 rows of a dataset, or of the table of an instance, as they were at a time. For users. A key needs the scope `read`.
         */
        get: operations["get_history_kind_id_rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/{kind}/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What it was at a time: versions, settings and access, replayed from its events
         * @description What it was at a time: versions, settings and access, replayed from its events. For users. A key needs the scope `read`.
         */
        get: operations["get_history_kind_id_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/{kind}/{id}/streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which streams were opened of a dataset or an instance, or by a user, the latest first. For the user whose it is, auditors and admins
         * @description Which streams were opened of a dataset or an instance, or by a user, the latest first. For the user whose it is, auditors and admins. For users. A key needs the scope `read`.
         */
        get: operations["get_history_kind_id_streams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/{kind}/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many events a history has in each part of its time, by kind
         * @description How many events a history has in each part of its time, by kind. For users. A key needs the scope `read`.
         */
        get: operations["get_history_kind_id_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/{stream}/{revision}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proof that an event is in the log, for who may see the event: what one did, what is about one, and what happened to what one owns. Auditors and admins see all
         * @description The proof that an event is in the log, for who may see the event: what one did, what is about one, and what happened to what one owns. Auditors and admins see all. For users. A key needs the scope `read`.
         */
        get: operations["get_history_stream_revision_proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi-3.0.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same description for tools that do not read OpenAPI 3.1
         * @description The same description for tools that do not read OpenAPI 3.1. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_openapi_3_0_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description of the API
         * @description This description of the API. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_openapi_json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a run is
         * @description How far a run is. For the owner. A key needs the scope `read`.
         */
        get: operations["get_runs_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a table, or without table what the key can read
         * @description The rows of a table, or without table what the key can read. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_stream_data"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stream/data/excel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same for spreadsheets
         * @description The same for spreadsheets. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_stream_data_excel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/excel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Makes a short-lived token for a spreadsheet
         * @description Makes a short-lived token for a spreadsheet. For users. No API key may call it.
         */
        get: operations["get_token_excel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your API keys, without their secrets
         * @description Your API keys, without their secrets. For users. No API key may call it.
         */
        get: operations["get_users_api_keys"];
        put?: never;
        /**
         * Makes an API key for a program
         * @description Makes an API key for a program. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes one of your API keys; it stops working at once
         * @description Deletes one of your API keys; it stops working at once. For users. No API key may call it.
         */
        delete: operations["delete_users_api_keys_id"];
        options?: never;
        head?: never;
        /**
         * Renames one of your API keys
         * @description Renames one of your API keys. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_users_api_keys_id"];
        trace?: never;
    };
    "/api/users/change_email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a link to a new address; the address changes when the link is opened
         * @description Mails a link to a new address; the address changes when the link is opened. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_change_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/change_password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes your password and ends your other sessions
         * @description Changes your password and ends your other sessions. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a link for a new password
         * @description Mails a link for a new password. Anyone may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_forgot_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens a session
         * @description Opens a session. Anyone may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the session and takes its cookie away
         * @description Ends the session and takes its cookie away. Anyone may call it.
         */
        post: operations["post_users_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is logged in
         * @description Who is logged in. For users. A key needs the scope `read`.
         */
        get: operations["get_users_me"];
        put?: never;
        post?: never;
        /**
         * Deletes your account and what belongs to it. Your sessions and keys end at once
         * @description Deletes your account and what belongs to it. Your sessions and keys end at once. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        delete: operations["delete_users_me"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that is known of you, as one file
         * @description All that is known of you, as one file. For users. No API key may call it.
         */
        get: operations["get_users_me_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What you are told of, the newest first
         * @description What you are told of, the newest first. For users. A key needs the scope `read`.
         */
        get: operations["get_users_notices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/notices/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks a notice as read, or all up to the position of one
         * @description Marks a notice as read, or all up to the position of one. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_notices_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/notices/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which notices you see on the page, and which you get by mail
         * @description Which notices you see on the page, and which you get by mail. For users. A key needs the scope `read`.
         */
        get: operations["get_users_notices_settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Chooses which notices you see on the page, and which you get by mail
         * @description Chooses which notices you see on the page, and which you get by mail. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_users_notices_settings"];
        trace?: never;
    };
    "/api/users/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Chooses a plan
         * @description Chooses a plan. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_users_plan"];
        trace?: never;
    };
    "/api/users/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes an account
         * @description Makes an account. Anyone may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails the link that verifies an address again
         * @description Mails the link that verifies an address again. Anyone may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_resend_verification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/reset-password/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets a new password by a mailed link
         * @description Sets a new password by a mailed link. Anyone may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_reset_password_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/update_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes your name
         * @description Changes your name. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_users_update_profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What of your plan is used
         * @description What of your plan is used. For users. A key needs the scope `read`.
         */
        get: operations["get_users_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/usage/increment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes nothing: the server counts runs by itself
         * @description Changes nothing: the server counts runs by itself. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_users_usage_increment"];
        trace?: never;
    };
    "/api/users/verify-email/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verifies an address by a mailed link; it may be fetched twice, and does not log in
         * @description Verifies an address by a mailed link; it may be fetched twice, and does not log in. Anyone may call it.
         */
        get: operations["get_users_verify_email_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your webhooks, without their secrets
         * @description Your webhooks, without their secrets. For users. A key needs the scope `read`.
         */
        get: operations["get_webhooks"];
        put?: never;
        /**
         * Makes a webhook: what happens is posted to an address of yours, signed with its secret
         * @description Makes a webhook: what happens is posted to an address of yours, signed with its secret. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Deletes a webhook; nothing is sent to it any more
         * @description Deletes a webhook; nothing is sent to it any more. For users. A key needs the scope `write`.
         */
        delete: operations["delete_webhooks_id"];
        options?: never;
        head?: never;
        /**
         * Changes the address, the kinds or the item of a webhook; what is absent stays
         * @description Changes the address, the kinds or the item of a webhook; what is absent stays. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        patch: operations["patch_webhooks_id"];
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent to a webhook in the last 30 days, and how it was answered; the newest first
         * @description What was sent to a webhook in the last 30 days, and how it was answered; the newest first. For users. A key needs the scope `read`.
         */
        get: operations["get_webhooks_id_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/deliveries/{delivery}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a delivery once more, with the same webhook-id
         * @description Sends a delivery once more, with the same webhook-id. For users. A key needs the scope `write`.
         */
        post: operations["post_webhooks_id_deliveries_delivery_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a webhook another secret. For a day the one before signs too
         * @description Gives a webhook another secret. For a day the one before signs too. For users. No API key may call it. The body may have 1,000,000 bytes.
         */
        post: operations["post_webhooks_id_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switches a webhook on or off. While it is off, nothing is sent to it
         * @description Switches a webhook on or off. While it is off, nothing is sent to it. For users. A key needs the scope `write`. The body may have 1,000,000 bytes.
         */
        post: operations["post_webhooks_id_switch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test to a webhook
         * @description Sends a test to a webhook. For users. A key needs the scope `write`.
         */
        post: operations["post_webhooks_id_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/d/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a table under a short address: its name with .csv, .json, .ndjson, .xlsx or .parquet; @ and a number before that ask for this version. With a spreadsheet token CSV is as Excel opens it
         * @description The rows of a table under a short address: its name with .csv, .json, .ndjson, .xlsx or .parquet; @ and a number before that ask for this version. With a spreadsheet token CSV is as Excel opens it. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_d_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed log checkpoint: how many events the log has, and the root of the tree over them
         * @description The signed log checkpoint: how many events the log has, and the root of the tree over them. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_log_checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The verifier keys of this server: of its log, and of its signatures as a witness
         * @description The verifier keys of this server: of its log, and of its signatures as a witness. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_log_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/{level}/{tile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A tile of the tree over the log: up to 256 hashes. tile is like x001/234, or 234.p/17 for a partial one
         * @description A tile of the tree over the log: up to 256 hashes. tile is like x001/234, or 234.p/17 for a partial one. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_log_tile_level_tile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/tile/entries/{tile}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The events under a tile of leaves, for auditors and admins
         * @description The events under a tile of leaves, for auditors and admins. For users. A key needs the scope `read`.
         */
        get: operations["get_log_tile_entries_tile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/witness/{originHash}/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The log checkpoint of another log that this server cosigned last, by the SHA-256 of its origin in hex
         * @description The log checkpoint of another log that this server cosigned last, by the SHA-256 of its origin in hex. Anyone may call it. A key needs the scope `read`.
         */
        get: operations["get_log_witness_originHash_checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log/witness/add-checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has this server cosign a log checkpoint of a log in WITNESSED_LOGS (tlog-witness)
         * @description Has this server cosign a log checkpoint of a log in WITNESSED_LOGS (tlog-witness). Anyone may call it. The body may have 64,000 bytes.
         */
        post: operations["post_log_witness_add_checkpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/odata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tables that the key can read, as an OData 4.0 service
         * @description The tables that the key can read, as an OData 4.0 service. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_odata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/odata/{set}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows of a table, a page at a time
         * @description The rows of a table, a page at a time. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_odata_set"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/odata/{set}({row})": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One row of a table by its _row_id
         * @description One row of a table by its _row_id. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_odata_set_row"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/odata/{set}/$count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many rows a table has, or of them match a filter
         * @description How many rows a table has, or of them match a filter. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_odata_set_count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/odata/$metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The columns of these tables with their types
         * @description The columns of these tables with their types. For holders of a key that may read the table. A key needs the scope `read`.
         */
        get: operations["get_odata_metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptedRun: {
            /**
             * @description What its owner has to decide. restart: whether rows that are there already may be added again; restart_or_replace: or whether they are replaced. null: nothing.
             * @enum {string|null}
             */
            asks: "restart" | "restart_or_replace" | null;
            /** @description When it ended (ISO 8601, UTC); null: it goes on. */
            ended_at: string | null;
            /** @description Why it did not succeed, in a sentence; null: it did, goes on or was cancelled. */
            error: string | null;
            /** @description Rows that it read; null: it goes on, was cancelled or was abandoned. */
            rowCount: number | null;
            /** @description The id of the run. */
            runId: string;
            /** @description When it began (ISO 8601, UTC). */
            started_at: string;
            /**
             * @description running: it goes on; success: all rows were stored; partial: a part of them; failed: none; cancelled: its owner ended it; abandoned: its time was over without an end.
             * @enum {string}
             */
            status: "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";
            /** @description The address of its status, where its end can be waited for. */
            status_url: string;
            /** @description The connector's. */
            version: number | null;
            /** @description What to know about it, in sentences. */
            warnings: string[];
        };
        ApiKey: {
            /** @description The only connectors and connections that it opens, by their ids. */
            connectors: string[] | null;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description When it stops working (ISO 8601, UTC); null: when it is deleted. */
            expires_at: string | null;
            /** @description The id of the key, by which it is renamed and deleted. */
            id: string;
            /** @description The first nine and the last four characters. */
            key: string;
            /** @description When it was last used (ISO 8601, UTC); null: never. */
            last_used_at: string | null;
            /** @description The name of the key. */
            name: string;
            /** @description What the key may do; no scope includes another. */
            scopes: ("read" | "run" | "write" | "admin")[];
            /**
             * @description Always false: the text of the key was shown once, when it was made.
             * @enum {boolean}
             */
            secretShown: false;
            /** @description The only tables that it opens, by the ids of their datasets or connections. */
            tables: string[] | null;
        };
        ColumnEvidence: {
            /** @description Cells with a value that were looked at. */
            cells: number;
            /** @description The name of the column. */
            column: string;
            /** @description Words that are the only misfits: they may mean that a cell is empty. */
            empty?: string[];
            /** @description How many of them fit. */
            fits: number;
            /** @description The first cells that do not, at most 3. */
            misfits: {
                /** @description The line of the cell in the file, from 1. */
                line: number;
                /** @description The text in the file, or its beginning. */
                text?: string;
            }[];
            /** @description The reading that fits most of its cells. */
            reading: string;
            /** @description Another reading that fits nearly as many, with other values. */
            runner_up?: string;
            /** @description The same in words. */
            sentence: string;
        };
        ColumnEvidenceOrNull: {
            /** @description Cells with a value that were looked at. */
            cells: number;
            /** @description The name of the column. */
            column: string;
            /** @description Words that are the only misfits: they may mean that a cell is empty. */
            empty?: string[];
            /** @description How many of them fit. */
            fits: number;
            /** @description The first cells that do not, at most 3. */
            misfits: {
                /** @description The line of the cell in the file, from 1. */
                line: number;
                /** @description The text in the file, or its beginning. */
                text?: string;
            }[];
            /** @description The reading that fits most of its cells. */
            reading: string;
            /** @description Another reading that fits nearly as many, with other values. */
            runner_up?: string;
            /** @description The same in words. */
            sentence: string;
        } | null;
        Connection: {
            /** @description Which way of signing in of the definition is used, from 0. */
            auth_choice: number;
            /** @description The body of the first operation, with {placeholders}; null: that of the definition. */
            body_template: string | null;
            /** @description The id of the version of the connector that it uses. */
            connector_id: string;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description Headers of requests in addition to those of the definition, by name; to a key without the scope write ••• is all of a value that may be a credential, here and in body_template. */
            headers: {
                [key: string]: string;
            };
            /** @description The id of the connection. */
            id: string;
            /** @description Whether it uses the newest version of its connector. */
            is_latest_version: boolean;
            /** @description Those settings whose values are lists: requests are made for each value. */
            iterations: {
                [key: string]: unknown;
            };
            /**
             * @description The method of the first operation; null: that of the definition.
             * @enum {string|null}
             */
            method: "GET" | "POST" | null;
            /** @description The name of its own table, which its first operation fills. */
            output_table_name: string;
            /** @description Its tables, one for each operation. */
            outputs: {
                /** @description Opens it in streams, as its name does; null: it was never filled. */
                id: string | null;
                /** @description null: no operation of this version fills it any more. */
                operation: string | null;
                /** @description The name of the table in streams. */
                table_name: string;
            }[];
            /** @description Whether a run replaces the rows of its tables. */
            override: boolean;
            /** @description Minutes; 0: manual runs only. */
            refresh_interval: number;
            /** @description The id of its connector, which all its versions share. */
            root_id: string;
            /** @description When runs start by themselves; null: none do. */
            schedule: {
                /** @description When the next one starts (ISO 8601, UTC); null: none is planned. */
                next_at: string | null;
                /** @description Why none starts now, in a sentence; null: it is not paused. */
                paused: string | null;
            } | null;
            /** @description Names of the secrets that are set; their values are never told. */
            secrets_set: string[];
            /** @description Values of its settings by their keys, without private ones. */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description active: it uses the newest version; deprecated: there is a newer one; inactive: that version is out of use, or you may not see it now.
             * @enum {string}
             */
            status: "active" | "inactive" | "deprecated";
            /** @description Its tables, one for each operation, with the size of each. */
            tables: {
                /** @description How many columns it has; null: it was never filled. */
                columns: number | null;
                /** @description The id of the operation; null: no operation of this version fills it any more. */
                operation: string | null;
                /** @description How many rows it has; null: it was never filled. */
                rows: number | null;
                /** @description The name of the table in streams. */
                table_name: string;
                /** @description When it got its newest rows (ISO 8601, UTC); null: it was never filled. */
                updated_at: string | null;
            }[];
            /** @description The title of its connector; Connector: you may not see that now. */
            title: string;
            /** @description The number of the version that it uses; null: you may not see that now. */
            version: number | null;
            /**
             * @description Whether the version that it uses is public; private also where you may not see that now.
             * @enum {string}
             */
            visibility: "public" | "private";
        };
        ConnectionWithRun: {
            /** @description Which way of signing in of the definition is used, from 0. */
            auth_choice: number;
            /** @description The body of the first operation, with {placeholders}; null: that of the definition. */
            body_template: string | null;
            /** @description The id of the version of the connector that it uses. */
            connector_id: string;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description Headers of requests in addition to those of the definition, by name; to a key without the scope write ••• is all of a value that may be a credential, here and in body_template. */
            headers: {
                [key: string]: string;
            };
            /** @description The id of the connection. */
            id: string;
            /** @description Whether it uses the newest version of its connector. */
            is_latest_version: boolean;
            /** @description Those settings whose values are lists: requests are made for each value. */
            iterations: {
                [key: string]: unknown;
            };
            /** @description Its newest run; null: there is none. */
            last_run: components["schemas"]["RunOrNull"];
            /**
             * @description The method of the first operation; null: that of the definition.
             * @enum {string|null}
             */
            method: "GET" | "POST" | null;
            /** @description The name of its own table, which its first operation fills. */
            output_table_name: string;
            /** @description Its tables, one for each operation. */
            outputs: {
                /** @description Opens it in streams, as its name does; null: it was never filled. */
                id: string | null;
                /** @description null: no operation of this version fills it any more. */
                operation: string | null;
                /** @description The name of the table in streams. */
                table_name: string;
            }[];
            /** @description Whether a run replaces the rows of its tables. */
            override: boolean;
            /** @description Minutes; 0: manual runs only. */
            refresh_interval: number;
            /** @description The id of its connector, which all its versions share. */
            root_id: string;
            /** @description When runs start by themselves; null: none do. */
            schedule: {
                /** @description When the next one starts (ISO 8601, UTC); null: none is planned. */
                next_at: string | null;
                /** @description Why none starts now, in a sentence; null: it is not paused. */
                paused: string | null;
            } | null;
            /** @description Names of the secrets that are set; their values are never told. */
            secrets_set: string[];
            /** @description Values of its settings by their keys, without private ones. */
            settings: {
                [key: string]: unknown;
            };
            /**
             * @description active: it uses the newest version; deprecated: there is a newer one; inactive: that version is out of use, or you may not see it now.
             * @enum {string}
             */
            status: "active" | "inactive" | "deprecated";
            /** @description Its tables, one for each operation, with the size of each. */
            tables: {
                /** @description How many columns it has; null: it was never filled. */
                columns: number | null;
                /** @description The id of the operation; null: no operation of this version fills it any more. */
                operation: string | null;
                /** @description How many rows it has; null: it was never filled. */
                rows: number | null;
                /** @description The name of the table in streams. */
                table_name: string;
                /** @description When it got its newest rows (ISO 8601, UTC); null: it was never filled. */
                updated_at: string | null;
            }[];
            /** @description The title of its connector; Connector: you may not see that now. */
            title: string;
            /** @description The number of the version that it uses; null: you may not see that now. */
            version: number | null;
            /**
             * @description Whether the version that it uses is public; private also where you may not see that now.
             * @enum {string}
             */
            visibility: "public" | "private";
        };
        Connector: {
            /** @description The address of the documentation of the API; null: not said. */
            api_doc_url: string | null;
            /** @description The name of its owner; Unknown: the account is deleted. */
            author: string;
            /** @description The category that it is listed under. */
            category: string;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description The definition; null in a list where it is large. */
            dsl: {
                [key: string]: unknown;
            } | null;
            /** @description Whether dsl is null because it has more than 16 kB, as in lists. */
            dsl_left_out: boolean;
            /** @description The id of the version, by which the connector is opened too. */
            id: string;
            /** @description The path of its image. */
            image: string | null;
            /**
             * @description Whether it is a draft.
             * @enum {boolean}
             */
            is_draft: false;
            /** @description Whether it is the newest version of its connector. */
            is_latest_version: boolean;
            /** @description Whether the version is public; others see it while the newest version is public too. */
            is_public: boolean;
            /** @description The id of its owner. */
            owner_user_id: string;
            /** @description The id of the version that it was made from; null: none. */
            parent_id: string | null;
            /**
             * @description Always 0.
             * @enum {number}
             */
            price: 0;
            /** @description The id of its connector, which all its versions share. */
            root_id: string;
            /** @description The settings; null in lists. */
            schema: {
                /** @description Whether it is always asked for; false: only where another field has a certain value. */
                include: boolean;
                /** @description The key of the field, by which its value is sent. */
                key: string;
                /** @description What people call it. */
                label: string;
                /** @description Whether its value is a secret, which no answer has. */
                private: boolean;
                /** @description Whether it needs a value. */
                required: boolean;
                /** @description The control for its value: text, number, date, select, boolean, group or options_endpoint. */
                type: string;
            }[] | null;
            /** @description The host that its first operation calls, as the definition spells it. */
            source: string | null;
            /** @description What signing in to the API asks for; null in lists. */
            specification_schema: {
                /** @description Whether it is always asked for; false: only where another field has a certain value. */
                include: boolean;
                /** @description The key of the field, by which its value is sent. */
                key: string;
                /** @description What people call it. */
                label: string;
                /** @description Whether its value is a secret, which no answer has. */
                private: boolean;
                /** @description Whether it needs a value. */
                required: boolean;
                /** @description The control for its value: text, number, date, select, boolean or options_endpoint. */
                type: string;
            }[] | null;
            /**
             * @description active: the newest version; deprecated: there is a newer one; inactive: out of use, it cannot run.
             * @enum {string}
             */
            status: "active" | "inactive" | "deprecated";
            /** @description Users who are connected to any of its versions. */
            subscriber_count: number;
            /** @description Why an admin has hidden it from others; null: none has. */
            taken_down: string | null;
            /** @description What it is called. */
            title: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "connector";
            /** @description The number of the version, from 1. */
            version: number;
        };
        ConnectorChanges: {
            /** @description The parts that are different; of a definition that cannot be read any more, those of its card only. */
            changes: {
                /**
                 * @description What happened to the part.
                 * @enum {string}
                 */
                change: "added" | "removed" | "changed";
                /** @description Of a changed part what is different, of an added one all of it. */
                details: {
                    /** @description What it is since, in words; null: nothing. */
                    after: string | null;
                    /** @description What it was, in words; null: nothing. */
                    before: string | null;
                    /** @description What is different in the part, such as Type or Default. */
                    what: string;
                }[];
                /** @description What the part is called. */
                name: string;
                /**
                 * @description What kind of part it is; card: title, description and the like.
                 * @enum {string}
                 */
                part: "card" | "host" | "sign-in" | "credential" | "setting" | "table" | "column" | "request";
            }[];
            /** @description null: there is no earlier version that you may see. */
            from: {
                /** @description The id of the earlier version. */
                id: string;
                /** @description The number of the version, from 1. */
                version: number;
            } | null;
            /** @description Lines of the definition as JSON, indented by two spaces. */
            lines_added: number;
            /** @description Lines of the earlier definition that are gone, counted in the same way. */
            lines_removed: number;
            /** @description The version that was asked for. */
            to: {
                /** @description The id of the version. */
                id: string;
                /** @description The number of the version, from 1. */
                version: number;
            };
        };
        ConnectorVersion: {
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description The id of the version. */
            id: string;
            /**
             * @description Whether it is a draft.
             * @enum {boolean}
             */
            is_draft: false;
            /** @description Whether it is the newest version of its connector. */
            is_latest_version: boolean;
            /**
             * @description active: the newest version; deprecated: there is a newer one; inactive: out of use, it cannot run.
             * @enum {string}
             */
            status: "active" | "inactive" | "deprecated";
            /** @description What it is called. */
            title: string;
            /** @description The number of the version, from 1. */
            version: number;
        };
        ConnectorWithVersions: {
            /** @description The versions that you may see, the newest first. */
            all_versions: components["schemas"]["ConnectorVersion"][];
            /** @description The address of the documentation of the API; null: not said. */
            api_doc_url: string | null;
            /** @description The name of its owner; Unknown: the account is deleted. */
            author: string;
            /** @description The category that it is listed under. */
            category: string;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description The definition; null in a list where it is large. */
            dsl: {
                [key: string]: unknown;
            } | null;
            /** @description Whether dsl is null because it has more than 16 kB, as in lists. */
            dsl_left_out: boolean;
            /** @description The id of the version, by which the connector is opened too. */
            id: string;
            /** @description The path of its image. */
            image: string | null;
            /**
             * @description Whether it is a draft.
             * @enum {boolean}
             */
            is_draft: false;
            /** @description Whether it is the newest version of its connector. */
            is_latest_version: boolean;
            /** @description Whether the version is public; others see it while the newest version is public too. */
            is_public: boolean;
            /** @description The id of its owner. */
            owner_user_id: string;
            /** @description The id of the version that it was made from; null: none. */
            parent_id: string | null;
            /**
             * @description Always 0.
             * @enum {number}
             */
            price: 0;
            /** @description The id of its connector, which all its versions share. */
            root_id: string;
            /** @description The settings; null in lists. */
            schema: {
                /** @description Whether it is always asked for; false: only where another field has a certain value. */
                include: boolean;
                /** @description The key of the field, by which its value is sent. */
                key: string;
                /** @description What people call it. */
                label: string;
                /** @description Whether its value is a secret, which no answer has. */
                private: boolean;
                /** @description Whether it needs a value. */
                required: boolean;
                /** @description The control for its value: text, number, date, select, boolean, group or options_endpoint. */
                type: string;
            }[] | null;
            /** @description The host that its first operation calls, as the definition spells it. */
            source: string | null;
            /** @description What signing in to the API asks for; null in lists. */
            specification_schema: {
                /** @description Whether it is always asked for; false: only where another field has a certain value. */
                include: boolean;
                /** @description The key of the field, by which its value is sent. */
                key: string;
                /** @description What people call it. */
                label: string;
                /** @description Whether its value is a secret, which no answer has. */
                private: boolean;
                /** @description Whether it needs a value. */
                required: boolean;
                /** @description The control for its value: text, number, date, select, boolean or options_endpoint. */
                type: string;
            }[] | null;
            /**
             * @description active: the newest version; deprecated: there is a newer one; inactive: out of use, it cannot run.
             * @enum {string}
             */
            status: "active" | "inactive" | "deprecated";
            /** @description Users who are connected to any of its versions. */
            subscriber_count: number;
            /** @description Why an admin has hidden it from others; null: none has. */
            taken_down: string | null;
            /** @description What it is called. */
            title: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "connector";
            /** @description The number of the version, from 1. */
            version: number;
        };
        DataApp: {
            /** @description The name of who saved it; Unknown: the account is deleted. */
            author: string;
            /** @description What is drawn. */
            chart: {
                /**
                 * @description How the numbers of a group become one.
                 * @enum {string}
                 */
                aggregate: "count" | "sum" | "mean" | "min" | "max";
                /**
                 * @description How it is drawn.
                 * @enum {string}
                 */
                kind: "line" | "bar" | "histogram" | "scatter";
                /** @description The column of the horizontal axis. */
                x: string;
                /** @description The column of numbers; null: rows are counted. */
                y: string | null;
            };
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description The id of the dataset that it draws. */
            dataset_id: string;
            /** @description The title of that dataset. */
            dataset_title: string;
            /** @description The values of the chart; null: you may not read the rows of its dataset. */
            drawn: {
                /** @description All groups; points may be the first ones of them. */
                groups: number;
                /** @description The marks, in their order. */
                points: {
                    /** @description The place on the horizontal axis: a number, a time or the name of a group. */
                    x: unknown;
                    /** @description The value; null: there is none. */
                    y: number | null;
                }[];
                /** @description Rows that were read; fewer than rows: they are taken from parts of the table. */
                read: number;
                /** @description How many rows the table has. */
                rows: number;
                /**
                 * @description Of a line: the length of time that a point covers.
                 * @enum {string|null}
                 */
                unit: "minute" | "hour" | "day" | "week" | "month" | "year" | null;
            } | null;
            /** @description Parameters of a stream that narrow its rows; empty: all rows. */
            filters: string;
            /** @description The id of the data app. */
            id: string;
            /** @description What it is called. */
            title: string;
        };
        Dataset: {
            /** @description Whether you may read all its rows. */
            accessible: boolean;
            /** @description When your access ends (ISO 8601, UTC); null: it does not, or you were given none. */
            accessible_until: string | null;
            /** @description The documentation of that connector's API; null as for dsl. */
            api_doc_url: string | null;
            /** @description The name of its owner; Unknown: the account is deleted. */
            author_name: string;
            /** @description The category that it is listed under. */
            category: string;
            /** @description The columns of the newest version, in their order; empty: there is none yet. */
            columns: {
                /** @description The name of the column as the file or the API spells it. */
                label: string;
                /** @description The name of the column in streams and filters. */
                name: string;
                /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                type: string;
            }[];
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description The columns with what the owner says about them; null in lists. */
            dictionary: {
                /** @description What the column means; empty: not said. */
                description: string;
                /** @description What the column is called: by its owner, else by the file or the API. */
                label: string;
                /** @description The name of the column in streams and filters. */
                name: string;
                /** @description The type of the column in Postgres. */
                type: string;
                /** @description The unit of the values; empty: not said. */
                unit: string;
            }[] | null;
            /** @description The definition of the connector that its rows come from; null in lists, or if you may not see it. */
            dsl: {
                [key: string]: unknown;
            } | null;
            /** @description The name of the file of its newest version; null: its rows come from a connection. */
            file_name: string | null;
            /** @description The id of the dataset. */
            id: string;
            /** @description The path of its image. */
            image: string | null;
            /** @description Whether everybody may see it; without access only its description and a few rows. */
            is_public: boolean;
            /** @description false: its owner has deleted it, and it stays for those with access. */
            is_visible: boolean;
            /** @description Words by which it is found. */
            keywords: string[];
            /** @description The SPDX identifier of a licence, `other` or `none`. */
            license: string;
            /** @description The terms of a licence of its own, or an addition; empty: none. */
            license_terms: string;
            /** @description Why the newest load failed, in a sentence; null: it did not, or you are not the owner. */
            load_error: string | null;
            /** @description The number of the version that is being loaded; null: none. */
            loading_version: number | null;
            /** @description Whether others have to ask its owner for access. */
            on_request: boolean;
            /** @description 0; a dataset with another price cannot be added to yours. */
            price: number;
            /** @description Markdown; null in lists. */
            read_me: string | null;
            /** @description Rows of the file that do not fit its columns and were set aside. */
            rejected: number;
            /** @description What one row is; empty: not said. */
            row_meaning: string;
            /** @description Rows of the newest version; null: there is none yet. */
            rows: number | null;
            /** @description When its newest rows were loaded (ISO 8601, UTC); null: it has none yet. */
            rows_at: string | null;
            /** @description Where its rows come from. */
            source: {
                /**
                 * @description upload: from files, uploaded or fetched from an address; connection: from a connection of its owner.
                 * @enum {string}
                 */
                kind: "upload";
            } | {
                /** @description The version of the connector that brought its newest rows; null: you may not see it. */
                connector: {
                    /** @description The id of that version. */
                    id: string;
                    /** @description The title of that version. */
                    title: string;
                    /** @description The number of that version. */
                    version: number;
                } | null;
                /**
                 * @description upload: from files, uploaded or fetched from an address; connection: from a connection of its owner.
                 * @enum {string}
                 */
                kind: "connection";
                /** @description Whether it gets the rows of each complete run; false: no longer. */
                live: boolean;
                /** @description Minutes between runs that start by themselves; 0: none do; null: it gets no new rows. */
                refresh_interval: number | null;
                /** @description Since when it gets no new rows (ISO 8601, UTC); null: it gets them. */
                stopped_at: string | null;
            };
            /** @description Where the data come from, as its owner says; empty: not said. */
            source_url: string;
            /**
             * @description loading: its first rows are on their way; failed: they could not be loaded; hidden: its owner has deleted it, and it stays for those with access.
             * @enum {string}
             */
            status: "loading" | "ready" | "failed" | "hidden";
            /** @description Users with access, without its owner. */
            subscriber_count: number;
            /** @description The name of its table in streams. */
            table_name: string;
            /** @description Why an admin has hidden it from others; null: none has. */
            taken_down: string | null;
            /** @description What it is called. */
            title: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "dataset";
            /**
             * @description How often new rows are expected, as its owner says; empty: not said.
             * @enum {string}
             */
            update_frequency: "" | "continuous" | "hourly" | "daily" | "weekly" | "monthly" | "quarterly" | "annual" | "irregular" | "never";
            /** @description When it got its newest rows or was edited, whichever is later (ISO 8601, UTC). */
            updated_at: string;
            /** @description When it was made, in seconds since 1970. */
            uploaded_unix: number;
            /** @description The id of its owner. */
            user_id: string;
            /** @description The number of the version that readers see; 0 before the first. */
            version: number;
            /**
             * @description The same as is_public, as a word.
             * @enum {string}
             */
            visibility: "public" | "private";
        };
        DatasetVersion: {
            /** @description Since when readers saw it. */
            at: string;
            /** @description Who made it, for the owner only. */
            by: string | null;
            /** @description How many columns it has. */
            columns: number;
            /** @description The number of the version of the connector that brought the rows; null: none did, or it is not known. */
            connector_version: number | null;
            /** @description Whether it is the version that readers see. */
            current: boolean;
            /** @description The file that its newest rows came in. */
            file: {
                /** @description Bytes of the file; null: not known. */
                bytes: number | null;
                /** @description The name of the file. */
                name: string;
                /** @description SHA-256 of the file, in hexadecimal; null: not known. */
                sha256: string | null;
            } | null;
            /** @description Whether its rows can be read with version=. */
            kept: boolean;
            /**
             * @description What made it of the version before.
             * @enum {string}
             */
            mode: "replace" | "append" | "upsert" | "restore" | "run";
            /** @description Rows of the file that do not fit its columns and were set aside. */
            rejected: number;
            /** @description The number of the version whose rows it has again; null: it is not a restored one. */
            restored_from: number | null;
            /** @description How many rows it has. */
            rows: number;
            /** @description The run that read the rows, for the owner only. */
            run_id: string | null;
            /** @description The number of the version, from 1. */
            version: number;
        };
        Draft: {
            /** @description The address of the documentation of the API; null: not said. */
            api_doc_url: string | null;
            /** @description Your name. */
            author: string;
            /** @description The category that it is listed under. */
            category: string;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description The definition as JSON where it is, else as its author left it. */
            dsl: unknown;
            /** @description The id of the draft. */
            id: string;
            /** @description The path of its image. */
            image: string | null;
            /** @description What it was imported from; null: it was not. */
            imported: {
                /** @description What of the source costs rows or fields, because a connector cannot do it. */
                lost: {
                    /** @description What it is there, as a code such as `record-filter`. */
                    feature: string;
                    /** @description What is lost, in one sentence. */
                    message: string;
                    /** @description Where it is in what was imported. */
                    place: string;
                }[];
                /** @description What could not be imported, was guessed or was changed. */
                notes: {
                    /** @description What it is, in a sentence. */
                    message: string;
                    /** @description Where it is in what was imported. */
                    place: string;
                }[];
                /**
                 * @description What was imported, such as an OpenAPI document or a curl command.
                 * @enum {string}
                 */
                source: "openapi" | "curl" | "airbyte" | "postman" | "har";
            } | null;
            /**
             * @description Whether it is a draft.
             * @enum {boolean}
             */
            is_draft: true;
            /** @description Always false. */
            is_latest_version: boolean;
            /** @description Whether its version will be public. */
            is_public: boolean;
            /** @description The id of its owner. */
            owner_user_id: string;
            /** @description The id of the version that it began with; null: it becomes a new connector. */
            parent_id: string | null;
            /**
             * @description Always 0.
             * @enum {number}
             */
            price: 0;
            /** @description The id of the connector that it becomes the next version of; null: it becomes a new one. */
            root_id: string | null;
            /** @description Always null. */
            source: string | null;
            /**
             * @description Always draft.
             * @enum {string}
             */
            status: "draft";
            /** @description Always 0. */
            subscriber_count: number;
            /** @description What it is called. */
            title: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "connector";
            /** @description When it was last saved (ISO 8601, UTC). */
            updated_at: string;
            /** @description Always null: it gets its number when it is published. */
            version: unknown;
        };
        DraftLine: {
            /** @description The address of the documentation of the API; null: not said. */
            api_doc_url: string | null;
            /** @description Your name. */
            author: string;
            /** @description The category that it is listed under. */
            category: string;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description What it is about; may be empty. */
            description: string;
            /** @description The id of the draft. */
            id: string;
            /** @description The path of its image. */
            image: string | null;
            /**
             * @description What it was imported from; null: it was not.
             * @enum {string|null}
             */
            imported_from: "openapi" | "curl" | "airbyte" | "postman" | "har" | null;
            /**
             * @description Whether it is a draft.
             * @enum {boolean}
             */
            is_draft: true;
            /** @description Always false. */
            is_latest_version: boolean;
            /** @description Whether its version will be public. */
            is_public: boolean;
            /** @description The id of its owner. */
            owner_user_id: string;
            /** @description The id of the version that it began with; null: it becomes a new connector. */
            parent_id: string | null;
            /**
             * @description Always 0.
             * @enum {number}
             */
            price: 0;
            /** @description The id of the connector that it becomes the next version of; null: it becomes a new one. */
            root_id: string | null;
            /** @description Always null. */
            source: string | null;
            /**
             * @description Always draft.
             * @enum {string}
             */
            status: "draft";
            /** @description Always 0. */
            subscriber_count: number;
            /** @description What it is called. */
            title: string;
            /**
             * @description What it is.
             * @enum {string}
             */
            type: "connector";
            /** @description When it was last saved (ISO 8601, UTC). */
            updated_at: string;
            /** @description Always null: it gets its number when it is published. */
            version: unknown;
        };
        Error: {
            code: components["schemas"]["ErrorCode"];
            /** @description The hosts and the places of secrets to agree to first. */
            consent?: {
                hosts: string[];
                places: {
                    field: string;
                    host: string;
                    where: string;
                }[];
            };
            /** @description The version of the dataset that readers see now. */
            current_version?: number;
            /** @description The files in the ZIP file, the first of them. */
            entries?: string[];
            /** @description What is wrong, in one sentence. */
            error: string;
            /** @description Every fault of what was sent. */
            faults?: {
                message: string;
                path: string;
            }[];
            /** @description The field or parameter that it is about. */
            field?: string;
            /** @description The version of the connector to use in its place. */
            latest_connector_id?: string;
            /** @description The limit that was reached: a number of things, or of bytes. */
            limit?: number;
            /** @description What of the source a connector cannot do, so that rows would be missing, and where it is. */
            lost?: {
                feature: string;
                message: string;
                place: string;
            }[];
            /** @description The columns of the file. */
            new_columns?: {
                label: string;
                name: string;
                type: string;
            }[];
            /** @description The columns of that version. */
            old_columns?: {
                label: string;
                name: string;
                type: string;
            }[];
            /** @description The plan that sets the limit. */
            plan?: string;
            /** @description Names the request, as X-Request-Id and the server's log do. */
            request_id: string;
            /**
             * Format: date-time
             * @description When the limit begins anew.
             */
            resets_at?: string;
            /** @description The run that is going on. */
            run_id?: string;
            /**
             * @description The scope that the API key lacks.
             * @enum {string}
             */
            scope?: "read" | "run" | "write" | "admin";
            /** @description The sheets of the workbook, the first of them. */
            sheets?: string[];
            /** @description How much of the limit is used. */
            used?: number;
        };
        /**
         * @description What is wrong, for programs: a code stays when its sentence changes. New codes may be added.
         * @enum {string}
         */
        ErrorCode: "access-already" | "access-end-past" | "access-end-unclear" | "access-needed" | "access-needed-to-stream" | "access-not-on-request" | "access-on-request" | "access-requested-already" | "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "admin-by-configuration" | "already-connected" | "api-key-made-already" | "api-key-unknown" | "api-keys-used-up" | "auditors-only" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "bodies-busy" | "body-encoded" | "body-late" | "body-not-json" | "body-not-json-type" | "body-not-utf8" | "body-too-deep" | "body-too-large" | "body-too-many-values" | "bytes-of-day-used" | "cancelled" | "category-exists" | "category-fixed" | "category-missing" | "category-name-invalid" | "category-unknown" | "cell-misfit" | "cell-too-large" | "chart-does-not-fit" | "column-notes-too-long" | "column-unknown" | "columns-changed" | "columns-too-long" | "compare-too-slow" | "confirming-password-wrong" | "connection-stopped" | "connector-inactive" | "connector-not-yours" | "connector-unknown" | "consent-needed" | "count-too-slow" | "counts-busy" | "cover-image-invalid" | "data-app-title-missing" | "data-app-unknown" | "data-parameter" | "dataset-from-connection" | "dataset-not-connected" | "dataset-not-yours" | "dataset-owned" | "dataset-priced" | "dataset-title-missing" | "dataset-title-too-long" | "dataset-unknown" | "dataset-without-address" | "definition-invalid" | "definition-outdated" | "definition-too-large" | "definition-unsafe" | "deletion-password-needed" | "deletion-password-wrong" | "downloads-busy" | "downloads-of-user-busy" | "draft-not-published" | "draft-saved-elsewhere" | "draft-text-too-large" | "draft-unknown" | "email-invalid" | "email-taken" | "email-unclear" | "email-unknown" | "email-unverified" | "empty" | "engine-unavailable" | "entry-locked" | "entry-missing" | "entry-unnamed" | "expiry-past" | "fault" | "field-proto" | "file-address-invalid" | "file-address-private" | "file-damaged" | "file-empty" | "file-encoded" | "file-missing" | "file-name-not-csv" | "file-not-loaded" | "file-not-multipart" | "file-or-title-missing" | "first-row-too-large" | "foreign-site" | "form-field-too-long" | "form-field-unknown" | "form-part-unnamed" | "form-too-large" | "form-too-many-parts" | "form-unknown" | "form-unreadable" | "history-no-rows-then" | "history-rows-not-kept" | "history-without-rows" | "host-invalid" | "host-repeated" | "hosts-unnamed" | "idempotency-key-invalid" | "idempotency-key-reused" | "image-missing" | "image-too-large" | "image-too-wide" | "image-unsupported" | "import-empty" | "import-too-costly" | "import-too-large" | "import-unreadable" | "input-invalid" | "instance-removed" | "instance-unknown" | "interval-unclear" | "item-unknown" | "job-not-failed" | "job-not-waiting" | "key-column-unknown" | "key-empty" | "key-in-address" | "key-invalid" | "key-limited" | "key-needed" | "key-of-another" | "key-thing-unknown" | "key-things-too-many" | "key-twice" | "key-value-missing" | "key-value-twice" | "last-admin" | "length-needed" | "licence-unknown" | "link-invalid" | "load-failed" | "load-is-first" | "load-needs-columns" | "load-not-retryable" | "load-over" | "load-setting-invalid" | "log-not-signed" | "log-tile-missing" | "login-again" | "login-failed" | "login-needed" | "method-not-allowed" | "model-not-halted" | "multipart-invalid" | "name-invalid" | "new-email-invalid" | "new-email-password-needed" | "new-email-password-wrong" | "new-email-same" | "new-passwords-differ" | "no-access-to-remove" | "no-fitting-row" | "no-open-access-request" | "no-request-of-address" | "no-room" | "no-rows" | "no-run-with-rows" | "no-such-address" | "nobody-to-contact" | "not-a-table" | "not-an-admin" | "not-an-editor" | "not-connected" | "not-run-yet" | "not-shared-with" | "not-the-owner" | "nothing-to-migrate" | "nothing-to-try" | "odata-format-unknown" | "odata-groups-too-many" | "odata-key-invalid" | "odata-option-unsupported" | "odata-query-invalid" | "odata-token-invalid" | "odata-unsupported" | "odata-version-gone" | "odata-version-too-old" | "operation-without-table" | "original-gone" | "other-format" | "other-site" | "output-incomplete" | "output-published" | "over-file-limit" | "parameter-repeated" | "parameter-unknown" | "parquet-in-the-making" | "password-common" | "password-too-long" | "password-too-short" | "password-wrong" | "passwords-busy" | "passwords-differ" | "paste-empty" | "paste-too-long" | "percent-sign-alone" | "places-used-up" | "plan-coming-soon" | "plan-unknown" | "post-blocks-invalid" | "post-slug-invalid" | "post-slug-missing" | "post-title-missing" | "post-title-too-long" | "post-too-large" | "post-unknown" | "post-unreadable" | "preview-too-slow" | "previews-busy" | "price-fixed" | "proof-later" | "public-unclear" | "quota" | "range-beyond-end" | "registering-busy" | "rejected-rows-gone" | "repeated-upload-too-large" | "request-note-too-long" | "request-reason-missing" | "request-reason-too-long" | "rights-unconfirmed" | "role-unknown" | "row-column-unknown" | "row-not-object" | "rows-loading" | "rows-missing" | "rows-not-json" | "rows-too-large-to-sort" | "rows-too-many" | "rows-too-slow" | "rows-type-unknown" | "run-gone" | "run-in-progress" | "run-over" | "run-unknown" | "runs-used-up" | "said-by-address" | "schedule-not-in-plan" | "scheduled-runs-used-up" | "schema-column-unknown" | "schema-empty-words" | "schema-field-unclear" | "schema-file-gone" | "schema-of-several-files" | "scope-missing" | "scopes-missing" | "server-fault" | "server-stopping" | "session-needed" | "setting-decides-host" | "settings-changed-elsewhere" | "settings-invalid" | "settings-not-json" | "settings-unsaved" | "sheet-missing" | "sheet-too-long" | "sign-in-failed" | "sign-in-not-ours" | "skip-reason-missing" | "skip-reason-too-long" | "skip-unconfirmed" | "slug-taken" | "source" | "source-status" | "source-url-invalid" | "stream-not-portable" | "stream-query-invalid" | "streaming-key-elsewhere" | "streams-busy" | "streams-of-user-busy" | "takedown-reason-missing" | "takedown-reason-too-long" | "taken-down" | "terms-not-accepted" | "test-read-unconfirmed" | "text-not-unicode" | "text-with-nul" | "their-places-used-up" | "title-missing" | "too-large" | "too-many-attempts" | "too-many-categories" | "too-many-columns" | "too-many-drafts" | "too-much-at-once" | "tries-busy" | "tries-of-user-busy" | "unclosed-quote" | "unknown" | "update-frequency-unknown" | "upload-cut-off" | "upload-too-large" | "upload-too-long" | "upload-too-slow" | "upload-yielded" | "uploads-busy" | "uploads-of-address-busy" | "uploads-of-day-used" | "uploads-of-user-busy" | "user-already-registered" | "user-name-taken" | "user-unknown" | "version-in-progress" | "version-key-missing" | "version-key-unknown" | "version-none-then" | "version-not-kept" | "version-stale" | "version-unclear" | "version-unknown" | "wait-invalid" | "waits-busy" | "waits-of-user-busy" | "webhook-item-unknown" | "webhook-kinds-missing" | "webhook-made-already" | "webhook-off" | "webhook-tests-waiting" | "webhook-unknown" | "webhook-url-invalid" | "webhook-url-private" | "webhooks-used-up" | "witness-log-unknown" | "witness-not-ready" | "witness-proof-wrong" | "witness-request-invalid" | "witness-signature-wrong";
        HistoryEvent: {
            /** @description Whom it is about, if somebody else did it. */
            about: {
                /** @description The id of the user. */
                id: string;
                /** @description The name of the user now. */
                name: string;
            } | null;
            /** @description When it happened (ISO 8601, UTC). */
            at: string;
            /** @description Who did it; null: the system or a visitor. */
            by: {
                /** @description The id of the user. */
                id: string;
                /** @description The name of the user now. */
                name: string;
            } | null;
            /** @description Events with the same one come from one request. */
            cause: string;
            /** @description What was before and is since, by its place. */
            changes: {
                /** @description What is there since. */
                after: unknown;
                /** @description What was there before. */
                before: unknown;
                /** @description Where the value is, by the names of the fields of the event. */
                path: string;
            }[];
            /** @description The event, without what names a secret. */
            data: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of the stored event. */
            hash: string;
            /** @description The id of the API key that was used. */
            key: string | null;
            /** @description Its place in the whole log: a text that sorts. */
            position: string;
            /** @description The address of the proof that it is in the log. */
            proof: string;
            /** @description The reason or note that was given with it; null: none. */
            reason: string | null;
            /** @description Its place in that event stream, from 0. */
            revision: number;
            /** @description The name of its event stream, such as dataset- and the id of a dataset. */
            stream: string;
            /** @description The type of the event, such as DatasetCreated. */
            type: string;
        };
        /** @description Any JSON value. */
        JsonValue: unknown;
        ListedDataApp: {
            /** @description The name of who saved it; Unknown: the account is deleted. */
            author: string;
            /** @description What is drawn. */
            chart: {
                /**
                 * @description How the numbers of a group become one.
                 * @enum {string}
                 */
                aggregate: "count" | "sum" | "mean" | "min" | "max";
                /**
                 * @description How it is drawn.
                 * @enum {string}
                 */
                kind: "line" | "bar" | "histogram" | "scatter";
                /** @description The column of the horizontal axis. */
                x: string;
                /** @description The column of numbers; null: rows are counted. */
                y: string | null;
            };
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description The id of the dataset that it draws. */
            dataset_id: string;
            /** @description The title of that dataset. */
            dataset_title: string;
            /** @description Parameters of a stream that narrow its rows; empty: all rows. */
            filters: string;
            /** @description The id of the data app. */
            id: string;
            /** @description What it is called. */
            title: string;
        };
        ListedPost: {
            /** @description The address of the image above it; null: none. */
            cover_image: string | null;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description The id of the post. */
            id: string;
            /** @description How many users like it. */
            likes: number;
            /** @description The last part of its address. */
            slug: string;
            /**
             * @description Only editors get drafts.
             * @enum {string}
             */
            status: "draft" | "published";
            /** @description The first words of the content. */
            summary: string;
            /** @description What it is called. */
            title: string;
            /**
             * @description What kind of post it is.
             * @enum {string}
             */
            type: "update" | "use_case" | "whitepaper";
            /** @description How often it was opened: once an hour for each reader. */
            views: number;
        };
        LoadReportOrNull: {
            /** @description Columns whose reading was chosen: by who uploaded the file, by the schema of the dataset, or as the only one that fits. */
            chosen: {
                /** @description The name of the column. */
                column: string;
                /** @description How its cells were read, such as text or decimal-comma. */
                reading: string;
            }[];
            /** @description Rows with empty cells behind the last column, which were left out. */
            cut_rows?: number;
            /** @description null: the file has one column, or `divided_by` says how it is divided. */
            delimiter: string | null;
            /** @description The text between cells, if they are divided by one. */
            divided_between?: string;
            /**
             * @description How lines are divided that no delimiter divides.
             * @enum {string}
             */
            divided_by?: "text" | "spaces" | "places";
            /** @description Positions of columns without name and value, from 1. */
            dropped_columns: number[];
            /** @description Cells that have no value in the table, and the first row with one. */
            emptied?: {
                /** @description How many there are. */
                count: number;
                /**
                 * @description What they were: an error such as #N/A, a number that is not finite, a text without a character, or a formula without a result.
                 * @enum {string}
                 */
                kind: "error" | "not-finite" | "empty-text" | "no-result";
                /** @description The first row with one. */
                line: number;
            }[];
            /** @description Columns without name and value, which were left out. */
            empty_columns: number;
            /** @description Rows without a value, which were left out. */
            empty_rows: number;
            /** @description The encoding of the file, such as utf-8 or windows-1252. */
            encoding: string;
            /**
             * @description How that is known. mark: by the byte order mark; valid: all bytes are valid in it; detected: it is the most likely one; chosen: by who uploaded the file.
             * @enum {string}
             */
            encoding_by: "mark" | "valid" | "detected" | "chosen";
            /** @description The file within a ZIP file that was read. */
            entry?: string;
            /**
             * @description How a quote within quotes is written: twice, or after a backslash.
             * @enum {string}
             */
            escape: "double" | "backslash";
            /** @description Columns that are not read as most of their cells are, or that may be something else, at most 100. */
            evidence: components["schemas"]["ColumnEvidence"][];
            /** @description Byte order marks at the beginning of later lines, and Ctrl-Z, that were removed. */
            file_marks: number;
            /** @description Rows that end before the last column: the cells that lack are empty. */
            filled_rows?: number;
            /**
             * @description What the file is: csv is text with cells in lines, whatever divides them.
             * @enum {string}
             */
            format: "csv" | "xlsx" | "json" | "ndjson" | "parquet";
            /** @description Whether the file is compressed by gzip. */
            gzip: boolean;
            /** @description The first row has the names of the columns. */
            header: boolean;
            /**
             * @description Why the names may belong to other columns, or to none.
             * @enum {string}
             */
            header_doubt?: "row-numbers" | "more-labels" | "labels-do-not-fit";
            /** @description The list in a JSON text that was read: the keys that lead to it. */
            list?: string;
            /** @description What is written in cells and is no part of their values. */
            marks?: ("null" | "formula" | "return")[];
            /** @description NUL bytes that were removed. */
            nul_bytes: number;
            /** @description What happened to cells that are not what their columns are read as. */
            on_misfit: string;
            /** @description Another delimiter that divides the file nearly as well. */
            other_delimiter?: string;
            /** @description An encoding that the file may be in instead; null: the one that was found is certain. */
            other_encoding: {
                /** @description The encoding of the file, such as utf-8 or windows-1252. */
                encoding: string;
                /** @description Characters that differ, at most 10: as they were read, and in this encoding. */
                letters: {
                    /** @description The character that it would be. */
                    instead: string;
                    /** @description The character as it was read. */
                    read: string;
                }[];
            } | null;
            /** @description Fields of a JSON text beside its lists, which are in no row. */
            other_fields?: {
                /** @description How many there are. */
                count: number;
                /** @description The first of their names. */
                names: string[];
            };
            /** @description Other sheets, lists or files in the ZIP file, which were not read. */
            other_parts?: {
                /** @description How many there are. */
                count: number;
                /** @description The first of their names. */
                names: string[];
            };
            /** @description The character around cells: a double or a single quote; empty: no cell has quotes. */
            quote: string;
            /** @description Rows of the file that do not fit its columns and were set aside. */
            rejected: number;
            /** @description Rejected rows that are the header again. */
            repeated_headers?: number;
            /** @description Characters U+FFFD for bytes that are none of the encoding. */
            replaced: number;
            /** @description The first lines with any. */
            replaced_lines: number[];
            /** @description The same in words. */
            sentences: string[];
            /** @description The sheet of a workbook that was read. */
            sheet?: string;
            /** @description The first of them that are not empty. */
            skipped: {
                /** @description The number of the line in the file, from 1. */
                line: number;
                /** @description The text in the file, or its beginning. */
                text?: string;
            }[];
            /** @description Lines before the table. */
            skipped_lines: number;
            /** @description Whether spaces before cells, and before quotes, were skipped. */
            spaces_before_quotes: boolean;
            /** @description Columns that are text because of some of their cells, at most 100. */
            text_columns: {
                /** @description The name of the column. */
                column: string;
                /** @description The line of such a cell in the file, from 1; absent: it is about the whole column. */
                line?: number;
                /**
                 * @description Why it is text. other-cell: a cell is of another type; leading-zeros: a number begins with 0; too-many-digits: a number is too long; quoted-numbers: its numbers are in quotes, others are not; mixed-kinds: its cells are of several types; versions: its numbers are spelled as those of versions or sections, such as 1.10; durations: it has hours beyond a day; notation: its cells are in a notation that is only read if it is chosen.
                 * @enum {string}
                 */
                reason: "other-cell" | "leading-zeros" | "too-many-digits" | "quoted-numbers" | "mixed-kinds" | "versions" | "durations" | "notation";
                /** @description Readings that fit every cell that was looked at. */
                suggestions?: string[];
                /** @description The text in the file, or its beginning. */
                text?: string;
            }[];
            /** @description Names in `types` and `empty` that no column has. */
            unknown_columns: string[];
            /** @description From what else than gzip the file was unpacked, the outermost first. */
            unpacked?: ("zstd" | "zip")[];
        } | null;
        LoadStatus: {
            /** @description How much of the stage is done: rounds of an operation, bytes of a file. */
            done: number | null;
            /** @description When it ended (ISO 8601, UTC); null: it goes on. */
            ended_at: string | null;
            /** @description Why it did not succeed; null: it did, goes on, or is a run that was cancelled. */
            error: {
                /**
                 * @description The code of the reason.
                 * @enum {string}
                 */
                code: "api" | "bad-encoding" | "bad-gzip" | "cancelled" | "cell-misfit" | "cell-too-large" | "columns-changed" | "columns-too-long" | "connection-stopped" | "consent-changed" | "deadline-passed" | "definition-outdated" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "fault" | "file-damaged" | "first-row-too-large" | "instance-removed" | "key-empty" | "key-twice" | "no-fitting-row" | "no-room" | "no-rows" | "not-a-table" | "other-format" | "over-file-limit" | "quota" | "restart-unasked" | "settings-missing" | "sheet-missing" | "source" | "source-status" | "table-gone" | "too-large" | "too-many-columns" | "took-too-long" | "unclosed-quote" | "unknown" | "value-does-not-fit";
                /** @description The reason, in a sentence. */
                message: string;
            } | null;
            /** @description Of the run, or of the dataset that is loaded. */
            id: string;
            /** @description Of how much; null if nobody knows. */
            of: number | null;
            /** @description What the load decided about the file and changed in it, once it has succeeded; null or absent: nothing is told. */
            report?: components["schemas"]["LoadReportOrNull"];
            /** @description true: it has failed for a reason that is not in its file, which is kept for a day: POST …/load/retry. With the error columns-changed the retry has to take the columns. */
            retryable: boolean;
            /** @description Rows so far, and at the end those of the run, or those that readers of the dataset see; null: not known. */
            rows: number | null;
            /** @description What is being done: the operation of a run, the step of a load. */
            stage: string | null;
            /** @description When it began (ISO 8601, UTC). */
            started_at: string;
            /**
             * @description waiting: nobody has begun; running: it goes on; partial: of a run, a part of the rows was stored; the others are its end.
             * @enum {string}
             */
            state: "waiting" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
        };
        Notice: {
            /** @description When it happened (ISO 8601, UTC). */
            at: string;
            /** @description The id of the notice, by which it is marked as read. */
            id: string;
            /**
             * @description What it is about; a kind can be left out by the settings of notices.
             * @enum {string}
             */
            kind: "access" | "keys" | "log" | "runs" | "schema" | "version" | "webhooks";
            /** @description The path of the page about it; null: there is none. */
            path: string | null;
            /** @description Its place in the log, by which all notices up to it are marked as read. */
            position: string;
            /** @description Whether you have marked it as read. */
            read: boolean;
            /** @description What happened, in a sentence. */
            text: string;
        };
        NoticeSettings: {
            /** @description Requests for access, their answers, and access that others change. */
            access: {
                /** @description Whether they are mailed. */
                mail: boolean;
                /** @description Whether they are shown on the page of notices. */
                page: boolean;
            };
            /** @description API keys that expire soon, or ended with a new password. */
            keys: {
                /** @description Whether they are mailed. */
                mail: boolean;
                /** @description Whether they are shown on the page of notices. */
                page: boolean;
            };
            /** @description The log checkpoint, to keep outside this server. */
            log: {
                /** @description Whether they are mailed. */
                mail: boolean;
                /** @description Whether they are shown on the page of notices. */
                page: boolean;
            };
            /** @description Failed runs of your connections, and failed refreshes of your datasets. */
            runs: {
                /** @description Whether they are mailed. */
                mail: boolean;
                /** @description Whether they are shown on the page of notices. */
                page: boolean;
            };
            /** @description Changed columns of tables that you use. */
            schema: {
                /** @description Whether they are mailed. */
                mail: boolean;
                /** @description Whether they are shown on the page of notices. */
                page: boolean;
            };
            /** @description New versions of connectors and datasets that you use. */
            version: {
                /** @description Whether they are mailed. */
                mail: boolean;
                /** @description Whether they are shown on the page of notices. */
                page: boolean;
            };
            /** @description Webhooks that were switched off because their address failed. */
            webhooks: {
                /** @description Whether they are mailed. */
                mail: boolean;
                /** @description Whether they are shown on the page of notices. */
                page: boolean;
            };
        };
        OpenedStream: {
            /** @description When it ended; of calls that go on page by page, when the last one ended. */
            at: string;
            /** @description Bytes of the answer as they were sent, with its headers. */
            bytes: number | null;
            /** @description The program's own name. */
            client: string | null;
            /** @description The dataset, or the instance whose output was read. */
            item_id: string | null;
            /** @description Beginning and end of the key, for the user whose it is, admins and auditors; null for a token. */
            key: string | null;
            /** @description How long the answers took together, in milliseconds. */
            ms: number;
            /** @description Rows that were sent; null: none, or their number is not known. */
            rows: number | null;
            /** @description The HTTP status of the answer. */
            status: number;
            /** @description The name of the table. */
            table: string;
            /** @description Who called. */
            user: {
                /** @description The id of the user; empty: the owner is not told who it was. */
                id: string;
                /** @description The name of the user now, or that nobody is named. */
                name: string;
            };
            /** @description The number of the version that was read; null: none was found. */
            version: number | null;
        };
        Post: {
            /** @description Sanitised HTML. */
            content: string;
            /** @description The address of the image above it; null: none. */
            cover_image: string | null;
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /** @description The id of the post. */
            id: string;
            /** @description Whether you like it. */
            liked: boolean;
            /** @description How many users like it. */
            likes: number;
            /** @description The last part of its address. */
            slug: string;
            /**
             * @description Only editors get drafts.
             * @enum {string}
             */
            status: "draft" | "published";
            /** @description The first words of the content. */
            summary: string;
            /** @description What it is called. */
            title: string;
            /**
             * @description What kind of post it is.
             * @enum {string}
             */
            type: "update" | "use_case" | "whitepaper";
            /** @description When it was last edited (ISO 8601, UTC). */
            updated_at: string;
            /** @description How often it was opened: once an hour for each reader. */
            views: number;
        };
        Preview: {
            /** @description The columns, in their order. */
            columns: {
                /** @description The name of the column as the file or the API spells it. */
                label: string;
                /** @description The name of the column in streams and filters. */
                name: string;
                /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                type: string;
            }[];
            /** @description The rows, by the names of their columns. */
            rows: {
                [key: string]: unknown;
            }[];
            /** @description Whether these are only the first 10 rows, because you have no access. */
            sample: boolean;
            /** @description How many rows the version has. */
            total: number;
            /** @description What was left out; absent: nothing. */
            truncated?: {
                /** @description The cells that were cut. */
                cells: {
                    /** @description Bytes of the whole cell. */
                    bytes: number;
                    /** @description The name of the column. */
                    column: string;
                    /** @description The place of the row in rows, from 0. */
                    row: number;
                }[];
                /** @description How many rows were left out because they were too long. */
                rows: number;
            };
        };
        Run: {
            /**
             * @description What its owner has to decide. restart: whether rows that are there already may be added again; restart_or_replace: or whether they are replaced. null: nothing.
             * @enum {string|null}
             */
            asks: "restart" | "restart_or_replace" | null;
            /** @description When it ended (ISO 8601, UTC); null: it goes on. */
            ended_at: string | null;
            /** @description Why it did not succeed, in a sentence; null: it did, goes on or was cancelled. */
            error: string | null;
            /** @description Rows that it read; null: it goes on, was cancelled or was abandoned. */
            rowCount: number | null;
            /** @description The id of the run. */
            runId: string;
            /** @description When it began (ISO 8601, UTC). */
            started_at: string;
            /**
             * @description running: it goes on; success: all rows were stored; partial: a part of them; failed: none; cancelled: its owner ended it; abandoned: its time was over without an end.
             * @enum {string}
             */
            status: "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";
            /** @description The connector's. */
            version: number | null;
            /** @description What to know about it, in sentences. */
            warnings: string[];
        };
        RunLine: {
            /**
             * @description What its owner has to decide. restart: whether rows that are there already may be added again; restart_or_replace: or whether they are replaced. null: nothing.
             * @enum {string|null}
             */
            asks: "restart" | "restart_or_replace" | null;
            /** @description When it ended (ISO 8601, UTC); null: it goes on. */
            ended_at: string | null;
            /** @description Why it did not succeed, in a sentence; null: it did, goes on or was cancelled. */
            error: string | null;
            /** @description The number of the run among those of its connection, from 1. */
            number: number;
            /** @description API pages that it read; null: it goes on, was cancelled or was abandoned. */
            pages: number | null;
            /** @description Rows that it read; null: it goes on, was cancelled or was abandoned. */
            rowCount: number | null;
            /** @description The id of the run. */
            runId: string;
            /** @description When it began (ISO 8601, UTC). */
            started_at: string;
            /**
             * @description running: it goes on; success: all rows were stored; partial: a part of them; failed: none; cancelled: its owner ended it; abandoned: its time was over without an end.
             * @enum {string}
             */
            status: "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";
            /**
             * @description What started it: its owner, also by a program, or the schedule.
             * @enum {string}
             */
            trigger: "manual" | "schedule";
            /** @description The connector's. */
            version: number | null;
            /** @description What to know about it, in sentences. */
            warnings: string[];
        };
        RunOrNull: {
            /**
             * @description What its owner has to decide. restart: whether rows that are there already may be added again; restart_or_replace: or whether they are replaced. null: nothing.
             * @enum {string|null}
             */
            asks: "restart" | "restart_or_replace" | null;
            /** @description When it ended (ISO 8601, UTC); null: it goes on. */
            ended_at: string | null;
            /** @description Why it did not succeed, in a sentence; null: it did, goes on or was cancelled. */
            error: string | null;
            /** @description Rows that it read; null: it goes on, was cancelled or was abandoned. */
            rowCount: number | null;
            /** @description The id of the run. */
            runId: string;
            /** @description When it began (ISO 8601, UTC). */
            started_at: string;
            /**
             * @description running: it goes on; success: all rows were stored; partial: a part of them; failed: none; cancelled: its owner ended it; abandoned: its time was over without an end.
             * @enum {string}
             */
            status: "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";
            /** @description The connector's. */
            version: number | null;
            /** @description What to know about it, in sentences. */
            warnings: string[];
        } | null;
        RunRecord: {
            /**
             * @description What its owner has to decide. restart: whether rows that are there already may be added again; restart_or_replace: or whether they are replaced. null: nothing.
             * @enum {string|null}
             */
            asks: "restart" | "restart_or_replace" | null;
            /** @description The id of the version of the connector that it ran. */
            connector_id: string;
            /** @description When it ended (ISO 8601, UTC); null: it goes on. */
            ended_at: string | null;
            /** @description Why it did not succeed, in a sentence; null: it did, goes on or was cancelled. */
            error: string | null;
            /** @description How many of the listed requests failed. */
            failed_count: number;
            /** @description How many of the listed requests had an answer that the definition takes as no rows. */
            ignored_count: number;
            /** @description How far earlier runs had read incrementally; empty: not at all. */
            incremental: {
                /** @description The highest cursor whose rows were stored before. */
                cursor: string;
                /** @description The id of the operation. */
                operation: string;
            }[];
            /** @description The id of its connection. */
            instance_id: string;
            /** @description The number of the run among those of its connection, from 1. */
            number: number;
            /** @description How each operation ended; empty: it goes on, or ended without results of them. */
            operations: {
                /** @description The highest cursor whose rows are stored; null: it does not read incrementally, or not all rows were stored. */
                cursor: string | null;
                /**
                 * @description merge: new rows update earlier ones by key; replace: they take the place of all rows; append: they are added.
                 * @enum {string}
                 */
                disposition: "merge" | "replace" | "append";
                /** @description Why not all rows were read, in a sentence; null: all were. */
                error: string | null;
                /** @description The stored cursor that incremental reading continued from; null: it read from the beginning. ••• in records of earlier versions, which kept the start as it was sent. */
                from: string | null;
                /** @description The id of the operation. */
                operation: string;
                /** @description API pages that were read. */
                pages: number;
                /** @description Requests that were sent. */
                requests: number;
                /** @description Rows that were read. */
                rows: number;
                /**
                 * @description success: all rows were read; partial: a part of them; failed: none.
                 * @enum {string}
                 */
                status: "success" | "partial" | "failed";
            }[];
            /** @description Whether it was to replace the rows of its tables. */
            override: boolean;
            /** @description Whether some settings were for this run only. */
            own_settings: boolean;
            /** @description API pages that it read; null: it goes on, was cancelled or was abandoned. */
            pages: number | null;
            /** @description How far it is, or was when it was cut off; null: nothing is known, or operations has the results. */
            progress: {
                /** @description The operations that have begun, in their order. */
                operations: {
                    /** @description The id of the operation. */
                    operation: string;
                    /** @description API pages that were read so far. */
                    pages: number;
                    /** @description Requests that were sent so far. */
                    requests: number;
                    /** @description The round that goes on, from 1. */
                    round: number;
                    /** @description How many rounds the operation has: one for each combination of values that it is repeated for. */
                    rounds: number;
                    /** @description Rows that were read so far. */
                    rows: number;
                }[];
                /** @description Requests that were sent so far. */
                requests: number;
                /** @description What it waits for; null: it does not wait. */
                wait: {
                    /**
                     * @description asked: the API asked for it; retry: a request is sent again; rate_limit: the definition spaces requests.
                     * @enum {string}
                     */
                    cause: "asked" | "retry" | "rate_limit";
                    /** @description How long it waits, in milliseconds. */
                    ms: number;
                    /** @description When it goes on (ISO 8601, UTC). */
                    until: string;
                    /** @description What the API answered, or what failed; null: nothing. */
                    why: string | null;
                } | null;
            } | null;
            /** @description How many requests were sent; null: none yet, or they are not kept any more. */
            request_count: number | null;
            /** @description Its requests, at most the first and the last 500; secrets are masked. Empty: none yet, or they are not kept any more. */
            requests: {
                /** @description When it was sent (ISO 8601, UTC). */
                at: string;
                /** @description 1, and more where the same request was sent again. */
                attempt: number;
                /** @description Bytes of the answer after decompression; null: none came, or their number is not known. */
                bytes: number | null;
                /** @description Whether the definition takes the answer as no rows. */
                ignored: boolean;
                /** @description The method of the request. */
                method: string;
                /** @description How long the answer took, in milliseconds; null: none came yet. */
                ms: number | null;
                /** @description Why it failed, or what was waited for after it; null: nothing. */
                note: string | null;
                /** @description The number of the request in the run, from 1. */
                number: number;
                /** @description The id of the operation. */
                operation: string;
                /** @description Rows in the answer; null: none were read. */
                rows: number | null;
                /** @description The HTTP status of the answer; null: none came. */
                status: number | null;
                /** @description The address that was asked. */
                url: string;
            }[];
            /** @description Whether its owner agreed that rows which are there already may be added again. */
            restart: boolean;
            /** @description Rows that it read; null: it goes on, was cancelled or was abandoned. */
            rowCount: number | null;
            /** @description The id of the run. */
            runId: string;
            /** @description The keys of the settings that had a value; the values are not kept with the run. */
            setting_keys: string[];
            /** @description When it began (ISO 8601, UTC). */
            started_at: string;
            /**
             * @description running: it goes on; success: all rows were stored; partial: a part of them; failed: none; cancelled: its owner ended it; abandoned: its time was over without an end.
             * @enum {string}
             */
            status: "running" | "success" | "partial" | "failed" | "cancelled" | "abandoned";
            /**
             * @description What started it: its owner, also by a program, or the schedule.
             * @enum {string}
             */
            trigger: "manual" | "schedule";
            /** @description The connector's. */
            version: number | null;
            /** @description What to know about it, in sentences. */
            warnings: string[];
        };
        Status: {
            /** @description How much of the stage is done: rounds of an operation, bytes of a file. */
            done: number | null;
            /** @description When it ended (ISO 8601, UTC); null: it goes on. */
            ended_at: string | null;
            /** @description Why it did not succeed; null: it did, goes on, or is a run that was cancelled. */
            error: {
                /**
                 * @description The code of the reason.
                 * @enum {string}
                 */
                code: "api" | "bad-encoding" | "bad-gzip" | "cancelled" | "cell-misfit" | "cell-too-large" | "columns-changed" | "columns-too-long" | "connection-stopped" | "consent-changed" | "deadline-passed" | "definition-outdated" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "fault" | "file-damaged" | "first-row-too-large" | "instance-removed" | "key-empty" | "key-twice" | "no-fitting-row" | "no-room" | "no-rows" | "not-a-table" | "other-format" | "over-file-limit" | "quota" | "restart-unasked" | "settings-missing" | "sheet-missing" | "source" | "source-status" | "table-gone" | "too-large" | "too-many-columns" | "took-too-long" | "unclosed-quote" | "unknown" | "value-does-not-fit";
                /** @description The reason, in a sentence. */
                message: string;
            } | null;
            /** @description Of the run, or of the dataset that is loaded. */
            id: string;
            /** @description Of how much; null if nobody knows. */
            of: number | null;
            /** @description Rows so far, and at the end those of the run, or those that readers of the dataset see; null: not known. */
            rows: number | null;
            /** @description What is being done: the operation of a run, the step of a load. */
            stage: string | null;
            /** @description When it began (ISO 8601, UTC). */
            started_at: string;
            /**
             * @description waiting: nobody has begun; running: it goes on; partial: of a run, a part of the rows was stored; the others are its end.
             * @enum {string}
             */
            state: "waiting" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
        };
        TestRead: {
            /** @description Why not all was read, in a sentence; null: nothing was wrong. */
            error: string | null;
            /** @description How long it took, in milliseconds. */
            ms: number;
            /** @description Whether all operations were read without a fault. */
            ok: boolean;
            /** @description What came of each operation. */
            operations: {
                /** @description The columns, in their order. */
                columns: {
                    /** @description The name of the column, as the API spells it. */
                    name: string;
                    /** @description The type in Postgres that fits its cells; null: all are empty. */
                    type: string | null;
                }[];
                /** @description Why it failed or is partial, in a sentence; null: neither. */
                error: string | null;
                /** @description The id of the operation. */
                id: string;
                /** @description The name of the operation. */
                name: string;
                /** @description API pages that were read. */
                pages: number;
                /** @description The requests with their answers; secrets are masked. */
                requests: {
                    /** @description 1, and more where the same request was sent again. */
                    attempt: number;
                    /** @description The body that was sent; null: none. */
                    body: {
                        /** @description Whether text is only the beginning. */
                        cut: boolean;
                        /** @description The text, at most its first 2,048 characters. */
                        text: string;
                    } | null;
                    /** @description Why it failed, in a sentence; null: it did not. */
                    failure: string | null;
                    /** @description The headers that were sent, each as name and value. */
                    headers: string[][];
                    /** @description Whether the definition takes the answer as no rows. */
                    ignored: boolean;
                    /**
                     * @description The method of the request.
                     * @enum {string}
                     */
                    method: "GET" | "POST";
                    /** @description What was waited for before it was sent, in sentences. */
                    notes: string[];
                    /** @description The number of the request within the operation, from 1. */
                    number: number;
                    /** @description The answer; null: none came. */
                    response: {
                        /** @description The body of the answer. */
                        body: {
                            /** @description Whether text is only the beginning. */
                            cut: boolean;
                            /** @description The text, at most its first 2,048 characters. */
                            text: string;
                        };
                        /** @description Bytes of the body. */
                        bytes: number;
                        /** @description Those headers that tell about content, pages and limits, each as name and value. */
                        headers: string[][];
                        /** @description How long the answer took, in milliseconds. */
                        ms: number;
                        /** @description The HTTP status. */
                        status: number;
                    } | null;
                    /** @description The address that was asked; a long one is cut. */
                    url: string;
                }[];
                /** @description Rounds that were read: one for each combination of values that it is repeated for. */
                rounds: number;
                /** @description The first rows, at most 100, by the names of their columns; long cells are cut. */
                rows: {
                    [key: string]: unknown;
                }[];
                /**
                 * @description partial: some rounds failed; cut: the time of the test was over before the end.
                 * @enum {string}
                 */
                status: "success" | "partial" | "failed" | "cut";
                /** @description Why the reading ended: single_page, empty_page, short_page, repeated_page, total, total_pages, has_more, stop_rule, no_cursor, no_next_url, page_limit, row_limit, round_limit, ignored, empty_answer, time_limit, not_reached or failed. */
                stop: string;
                /** @description Why the reading ended, in words. */
                stopped: string;
                /** @description What to know about it, in sentences. */
                warnings: string[];
            }[];
        };
        Usage: {
            /** @description Connections that take up room in your plan. */
            connectors_subscribed: number;
            /** @description Datasets of others that take up room in your plan. */
            datasets_subscribed: number;
            /** @description When the next week begins and runs are counted from 0 (ISO 8601, UTC). */
            resets_at: string;
            /** @description All runs of this week, which begins on Monday (UTC). */
            runs_this_week: number;
            /** @description Runs of this week that started by themselves. */
            scheduled_runs: number;
        };
        User: {
            /** @description When the user registered (ISO 8601, UTC). */
            created_at: string;
            /** @description The e-mail address of the user. */
            email: string;
            /** @description The id of the user. */
            id: string;
            /** @description When the user last logged in (ISO 8601, UTC); null: never. */
            last_login: string | null;
            /** @description The name that others see. */
            name: string;
            /** @description The number of the plan: 1 Free, 2 Pro, 3 Ultra. */
            plan: number;
            /** @description User roles: admin, editor or auditor; empty: none. */
            roles: string[];
            /** @description Whether the e-mail address is verified. */
            verified: boolean;
        };
        Webhook: {
            /** @description When it was made (ISO 8601, UTC). */
            created_at: string;
            /**
             * @description gone: its address answered 410; failing: its address failed for three days.
             * @enum {string|null}
             */
            disabled_reason: "owner" | "gone" | "failing" | "password" | null;
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description The id of the webhook. */
            id: string;
            /** @description The only dataset or connection that it tells of. */
            item_id: string | null;
            /** @description The kinds of events that are sent. */
            kinds: ("run.succeeded" | "run.partial" | "run.failed" | "dataset.version" | "access.requested" | "schema.changed")[];
            /** @description Until then the secret before a rotation signs too. */
            previous_secret_until: string | null;
            /** @description The address that events are sent to. */
            url: string;
        };
        WebhookDelivery: {
            /** @description The first 1000 bytes of the answer, without secrets. */
            answer: string | null;
            /** @description The HTTP status of the last answer; null: none came. */
            answer_status: number | null;
            /** @description How often it was sent since it was last queued. */
            attempts: number;
            /** @description When it was queued first (ISO 8601, UTC). */
            created_at: string;
            /** @description Why there was no answer, or nothing was sent. */
            fault: string | null;
            /** @description The id of the delivery, by which it is sent again. */
            id: string;
            /**
             * @description The kind of event that it tells of; test: you asked for it.
             * @enum {string}
             */
            kind: "run.succeeded" | "run.partial" | "run.failed" | "dataset.version" | "access.requested" | "schema.changed" | "test";
            /** @description The header webhook-id. */
            message_id: string;
            /** @description How long the last attempt took, in milliseconds; null: nothing was sent. */
            ms: number | null;
            /** @description When it is sent next (ISO 8601, UTC); null: no more. */
            next_attempt_at: string | null;
            /**
             * @description dropped: not sent, because the webhook was off or you may no longer see what it is about.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed" | "dropped";
        };
        WhySeen: {
            /** @description The time that was asked for (ISO 8601, UTC); null: now. */
            as_of: string | null;
            /** @description Why the person does not see it; empty: they see it. */
            hindrances: ("no-account" | "missing" | "deleted" | "taken-down" | "private" | "not-ready" | "grant-ended")[];
            /** @description The item that was asked for. */
            item: {
                /** @description The id of the dataset, the root id of the connector, or the id of the connection whose table it is. */
                id: string;
                /**
                 * @description What it is.
                 * @enum {string}
                 */
                kind: "dataset" | "connector" | "table";
            };
            /** @description The keys of the person that open all its rows; told to the person, admins and auditors. */
            keys: {
                /** @description The id of the key. */
                id: string;
                /**
                 * @description streaming: the streaming key; account: an API key.
                 * @enum {string}
                 */
                kind: "streaming" | "account";
                /** @description Its last four characters. */
                last_four: string;
                /** @description Whether it opens only chosen things, and this is one of them. */
                limited: boolean;
                /** @description The beginning of the key. */
                prefix: string;
                /** @description What the key may do. */
                scopes: string[];
                /** @description When it was made (ISO 8601, UTC). */
                since: string;
            }[];
            /** @description The user roles of the person; told to the person, admins and auditors. */
            roles: string[];
            /**
             * @description Which of its rows the person may read.
             * @enum {string}
             */
            rows: "all" | "sample" | "none";
            /** @description The rules by which the person sees it; empty: none applies. */
            rules: {
                /** @description The id of the user who did what it applies by; null: nobody did. */
                by: string | null;
                /**
                 * @description owner: it is theirs; grant: they were given access; subscription: they are connected; public: everybody sees it; admin: it is taken down, and they are an admin.
                 * @enum {string}
                 */
                rule: "owner" | "grant" | "subscription" | "public" | "admin";
                /** @description Since when the rule applies (ISO 8601, UTC); null: not known. */
                since: string | null;
                /** @description When it ends (ISO 8601, UTC); null: it does not. */
                until: string | null;
                /** @description The numbers of the versions of a connector that are seen by it; null: it is not about a connector. */
                versions: number[] | null;
            }[];
            /** @description Whether the person sees it. */
            sees: boolean;
            /** @description The id of the person. */
            user_id: string;
            /** @description What the person is shown of it; null: nothing. */
            view: {
                /** @description Whether its title, description and the like are shown. */
                card: boolean;
                /** @description The buttons of its page. */
                offers: string[];
                /** @description Who has access, open requests, what happened. */
                people: boolean;
                /**
                 * @description Which of its rows are shown.
                 * @enum {string}
                 */
                rows: "all" | "sample" | "none";
                /** @description Whether a key of the person opens its rows. */
                stream: boolean;
                /** @description What it is called; null: not known. */
                title: string | null;
                /** @description Earlier versions with their files; of a connector those that the rules name. */
                versions: boolean;
            } | null;
        };
    };
    responses: {
        /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone. */
        BadRequestOfHeader: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                };
            };
        };
        /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
        BadRequestOfHeaderOfJson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                };
            };
        };
        /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
        BadRequestOfHeaderOfJsonRepeatable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                };
            };
        };
        /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, version-unclear. */
        BadRequestOfHeaderOfVersion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "version-unclear";
                };
            };
        };
        /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, wait-invalid. */
        BadRequestOfHeaderOfWait: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "wait-invalid";
                };
            };
        };
        /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone. */
        BadRequestOfHeaderRepeatable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                };
            };
        };
        /** @description Content too large: body-too-large. */
        ContentTooLargeOfChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "body-too-large";
                };
            };
        };
        /** @description Content too large: body-too-large, body-too-many-values. */
        ContentTooLargeOfChangeOfJson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "body-too-large" | "body-too-many-values";
                };
            };
        };
        /** @description Forbidden: key-limited, scope-missing, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfScopeOfLimits: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: key-limited, not-an-admin, scope-missing, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfScopeOfLimitsOfAdmin: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-limited" | "not-an-admin" | "scope-missing" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: key-limited, not-an-admin, other-site, scope-missing, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-limited" | "not-an-admin" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: key-limited, other-site, scope-missing, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfScopeOfLimitsOfChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-limited" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: key-limited, not-the-owner, scope-missing, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfScopeOfLimitsOfOwner: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-limited" | "not-the-owner" | "scope-missing" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfScopeOfLimitsOfOwnerOfChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: session-needed, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfSession: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "session-needed" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: other-site, session-needed, streaming-key-elsewhere. */
        ForbiddenOfHeaderOfSessionOfChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "other-site" | "session-needed" | "streaming-key-elsewhere";
                };
            };
        };
        /** @description Forbidden: scope-missing. */
        ForbiddenOfScopeOfOData: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "scope-missing";
                        message: string;
                    };
                };
                "application/xml": string;
            };
        };
        /** @description Gone: version-not-kept. */
        GoneOfVersion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "version-not-kept";
                };
            };
        };
        /** @description Insufficient storage: no-room. */
        InsufficientStorage: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "no-room";
                };
            };
        };
        /** @description Insufficient storage: no-room. */
        InsufficientStorageOfOData: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "no-room";
                        message: string;
                    };
                };
                "application/xml": string;
            };
        };
        /** @description Key reused: idempotency-key-reused. */
        KeyReusedRepeatable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "idempotency-key-reused";
                };
            };
        };
        /** @description Method not allowed: method-not-allowed. */
        MethodNotAllowedOfHead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "method-not-allowed";
                };
            };
        };
        /** @description Not found: item-unknown, version-none-then, version-unknown. */
        NotFoundOfItemOfVersion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "item-unknown" | "version-none-then" | "version-unknown";
                };
            };
        };
        /** @description Not found: item-unknown, no-such-address. */
        NotFoundOfPath: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "item-unknown" | "no-such-address";
                };
            };
        };
        /** @description Not found: item-unknown, no-such-address. */
        NotFoundOfPathOfItem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "item-unknown" | "no-such-address";
                };
            };
        };
        /** @description Not found: instance-unknown, item-unknown, no-such-address. */
        NotFoundOfPathOfItemOfInstance: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "instance-unknown" | "item-unknown" | "no-such-address";
                };
            };
        };
        /** @description Not found: item-unknown, no-such-address. */
        NotFoundOfPathOfItemOfOData: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "item-unknown" | "no-such-address";
                        message: string;
                    };
                };
                "application/xml": string;
            };
        };
        /** @description Not found: item-unknown, no-such-address, version-none-then, version-unknown. */
        NotFoundOfPathOfItemOfVersion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "item-unknown" | "no-such-address" | "version-none-then" | "version-unknown";
                };
            };
        };
        /** @description Not found: item-unknown, no-such-address, version-none-then, version-unknown. */
        NotFoundOfPathOfVersion: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "item-unknown" | "no-such-address" | "version-none-then" | "version-unknown";
                };
            };
        };
        /** @description Request timeout: body-late. */
        RequestTimeoutOfChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "body-late";
                };
            };
        };
        /** @description Server fault: server-fault. */
        ServerFault: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "server-fault";
                };
            };
        };
        /** @description Server fault: server-fault. */
        ServerFaultOfOData: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "server-fault";
                        message: string;
                    };
                };
                "application/xml": string;
            };
        };
        /** @description Service unavailable: engine-unavailable. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "engine-unavailable";
                };
            };
        };
        /** @description Service unavailable: bodies-busy, engine-unavailable. */
        ServiceUnavailableOfChange: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "bodies-busy" | "engine-unavailable";
                };
            };
        };
        /** @description Service unavailable: engine-unavailable. */
        ServiceUnavailableOfOData: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "engine-unavailable";
                        message: string;
                    };
                };
                "application/xml": string;
            };
        };
        /** @description Service unavailable: engine-unavailable, waits-busy. */
        ServiceUnavailableOfWait: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "engine-unavailable" | "waits-busy";
                };
            };
        };
        /** @description Too many requests: too-many-attempts. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "too-many-attempts";
                };
            };
        };
        /** @description Too many requests: too-many-attempts. */
        TooManyRequestsOfOData: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "too-many-attempts";
                        message: string;
                    };
                };
                "application/xml": string;
            };
        };
        /** @description Too many requests: too-many-attempts, waits-of-user-busy. */
        TooManyRequestsOfWait: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "too-many-attempts" | "waits-of-user-busy";
                };
            };
        };
        /** @description Unauthorized: key-invalid. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-invalid";
                };
            };
        };
        /** @description Unauthorized: key-invalid, login-needed. */
        UnauthorizedOfAccount: {
            headers: {
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-invalid" | "login-needed";
                };
            };
        };
        /** @description Unauthorized: key-invalid, key-needed. */
        UnauthorizedOfKey: {
            headers: {
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "key-invalid" | "key-needed";
                };
            };
        };
        /** @description Unauthorized: key-invalid, key-needed. */
        UnauthorizedOfKeyOfOData: {
            headers: {
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "key-invalid" | "key-needed";
                        message: string;
                    };
                };
                "application/xml": string;
            };
        };
        /** @description Unsupported media type: body-encoded. */
        UnsupportedMediaTypeOfChange: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "body-encoded";
                };
            };
        };
        /** @description Unsupported media type: body-encoded, body-not-json-type. */
        UnsupportedMediaTypeOfChangeOfJson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "body-encoded" | "body-not-json-type";
                };
            };
        };
    };
    parameters: {
        /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
        IdempotencyKey: string;
        /** @description The ETag of the version that is replaced: another one is refused with 412. */
        IfMatch: string;
        /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
        IfNoneMatch: string;
        /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
        Prefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description How to say who calls (RFC 6750). */
        Challenge: string;
        /** @description The name under which to save the file. */
        ContentDisposition: string;
        /** @description Names this version of the content. */
        ETag: string;
        /** @description This is the answer of an earlier call with the same Idempotency-Key. */
        IdempotencyReplayed: "true";
        /** @description The neighbouring pages of the list (RFC 8288): first, prev, next and last. */
        Link: string;
        /** @description The address of what was made, or of the status of what was begun. */
        Location: string;
        /** @description Seconds after which a client that does not wait may look again. */
        LookAgain: number;
        /** @description Which preferences of Prefer were followed. */
        PreferenceApplied: string;
        /** @description Seconds to wait before the call is repeated. */
        RetryAfter: number;
        /** @description The cookie of the session. */
        SetCookie: string;
        /** @description The number of all items or rows. */
        TotalCount: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    post_access_grant: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of a dataset, a connector or a connection. */
                    assetId: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        assetId: string;
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Payment required: dataset-priced. */
            402: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-priced";
                    };
                };
            };
            /** @description Forbidden: access-on-request, key-limited, other-site, places-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-on-request" | "key-limited" | "other-site" | "places-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: dataset-owned, taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-owned" | "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_access_my: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ids of the datasets you have access to. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_access_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of a dataset, a connector or a connection. */
                    assetId: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it is gone; false: it stays for those who still use it. */
                        deleted: boolean;
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: dataset-unknown, item-unknown, no-access-to-remove. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-access-to-remove";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: dataset-owned. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-owned";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_access_requests: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your requests and the answers. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description When it was answered or withdrawn (ISO 8601, UTC); null: it is open. */
                        answered_at: string | null;
                        /** @description The id of the dataset. */
                        asset_id: string;
                        /** @description What its owner said when refusing; null: nothing. */
                        note: string | null;
                        /** @description Why access is asked for. */
                        reason: string;
                        /** @description When it was asked for (ISO 8601, UTC). */
                        requested_at: string;
                        /**
                         * @description open: not answered; ended: it was approved, and the access is over.
                         * @enum {string}
                         */
                        status: "open" | "approved" | "refused" | "withdrawn" | "ended";
                        /** @description When the access that was given ends (ISO 8601, UTC); null: it does not, or none was given. */
                        until: string | null;
                    }[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_categories: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the new category. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The names of all categories, as they are now. */
                        categories: string[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, category-name-invalid, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-name-invalid" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: category-missing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "category-missing";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: category-exists, category-fixed, too-many-categories. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "category-exists" | "category-fixed" | "too-many-categories";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_categories_category: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The name of a category. */
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The names of all categories, as they are now. */
                        categories: string[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, category-name-invalid, data-parameter, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "category-name-invalid" | "data-parameter" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: category-missing, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "category-missing" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: category-exists, category-fixed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "category-exists" | "category-fixed";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_admin_categories_category: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The name of a category. */
                category: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new name of the category. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The names of all categories, as they are now. */
                        categories: string[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, category-name-invalid, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-name-invalid" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: category-missing, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "category-missing" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: category-exists, category-fixed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "category-exists" | "category-fixed";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_exposed_connections: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connections until their owners have replaced the credentials. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the version that it is connected to. */
                        connector_id: string;
                        /** @description The id of the connection. */
                        id: string;
                        /** @description The name of its owner. */
                        owner: string;
                        /** @description When an admin last had the owner told again (ISO 8601, UTC); null: never. */
                        reminded_at: string | null;
                        /** @description When this was found (ISO 8601, UTC). */
                        since: string;
                        /** @description Whether it calls nothing. */
                        stopped: boolean;
                        /** @description The title of the connector. */
                        title: string;
                        /** @description The version that it is connected to; null: it is not known any more. */
                        version: number | null;
                        /**
                         * @description start-value: its connector sent a credential as the start of incremental reading; host-setting: an API key or a single run could name another host.
                         * @enum {string}
                         */
                        why: "start-value" | "host-setting";
                    }[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdmin"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_exposed_connections_id_remind: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a connection whose credentials may have left. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the connection. */
                        id: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: instance-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "instance-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_exposed_connections_id_stop: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a connection whose credentials may have left. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the connection. */
                        id: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: instance-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "instance-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_jobs: {
        parameters: {
            query?: {
                /** @description Only jobs of this kind. */
                kind?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description The page of the list, from 1. */
                page?: string;
                /** @description Only jobs in this state. */
                state?: "failed" | "running" | "waiting";
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The run, dataset, table or user that it is about; empty if there is one job of the kind. */
                        about: string;
                        /** @description Why it failed; null: it has not. */
                        error: string | null;
                        /** @description How often it failed in a row. */
                        failures: number;
                        /** @description The id of the job. */
                        id: string;
                        /** @description What the job does: pull, schedule, load-dataset, measure-table, send-mail, send-webhooks, take-over, clean-up or erase-account. */
                        kind: string;
                        /** @description When it starts next (ISO 8601, UTC); null: not by itself. */
                        next_at: string | null;
                        /** @description Whether the job comes again by itself. */
                        recurring: boolean;
                        /** @description When it failed, began or was queued. */
                        since: string;
                        /**
                         * @description failed: its last attempt threw an error; running: it is being done; waiting: it is due now or later.
                         * @enum {string}
                         */
                        state: "failed" | "running" | "waiting";
                    }[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdmin"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_jobs_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The run, dataset, table or user that it is about; empty if there is one job of the kind. */
                        about: string;
                        /** @description Why it failed; null: it has not. */
                        error: string | null;
                        /** @description How often it failed in a row. */
                        failures: number;
                        /** @description The id of the job. */
                        id: string;
                        /** @description What the job does: pull, schedule, load-dataset, measure-table, send-mail, send-webhooks, take-over, clean-up or erase-account. */
                        kind: string;
                        /** @description When it starts next (ISO 8601, UTC); null: not by itself. */
                        next_at: string | null;
                        /** @description Whether the job comes again by itself. */
                        recurring: boolean;
                        /** @description When it failed, began or was queued. */
                        since: string;
                        /**
                         * @description failed: its last attempt threw an error; running: it is being done; waiting: it is due now or later.
                         * @enum {string}
                         */
                        state: "failed" | "running" | "waiting";
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: item-unknown, job-not-failed, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "job-not-failed" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_jobs_id_retry: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a job. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The run, dataset, table or user that it is about; empty if there is one job of the kind. */
                        about: string;
                        /** @description Why it failed; null: it has not. */
                        error: string | null;
                        /** @description How often it failed in a row. */
                        failures: number;
                        /** @description The id of the job. */
                        id: string;
                        /** @description What the job does: pull, schedule, load-dataset, measure-table, send-mail, send-webhooks, take-over, clean-up or erase-account. */
                        kind: string;
                        /** @description When it starts next (ISO 8601, UTC); null: not by itself. */
                        next_at: string | null;
                        /** @description Whether the job comes again by itself. */
                        recurring: boolean;
                        /** @description When it failed, began or was queued. */
                        since: string;
                        /**
                         * @description failed: its last attempt threw an error; running: it is being done; waiting: it is due now or later.
                         * @enum {string}
                         */
                        state: "failed" | "running" | "waiting";
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: item-unknown, job-not-waiting, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "job-not-waiting" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_searches: {
        parameters: {
            query?: {
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description The page of the list, from 1. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The searches. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The last day of such a search: YYYY-MM-DD. */
                        last_day: string;
                        /** @description What was searched for: in lower case, at most 100 characters. */
                        phrase: string;
                        /** @description How often it was searched for without a result in the last 30 days. */
                        searches: number;
                    }[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdmin"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_takedowns: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is taken down. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The name of its owner; Unknown: the account is deleted. */
                        author: string;
                        /** @description The id of the dataset, or the root id of the connector. */
                        id: string;
                        /**
                         * @description What kind of item it is.
                         * @enum {string}
                         */
                        kind: "dataset" | "connector";
                        /** @description Why it was taken down; its owner reads this. */
                        reason: string;
                        /** @description What it is called. */
                        title: string;
                    }[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdmin"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_takedowns: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of a dataset or a connector. */
                    id: string;
                    /** @description Why it is hidden; its owner reads this. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The name of its owner; Unknown: the account is deleted. */
                        author: string;
                        /** @description The id of the dataset, or the root id of the connector. */
                        id: string;
                        /**
                         * @description What kind of item it is.
                         * @enum {string}
                         */
                        kind: "dataset" | "connector";
                        /** @description What it is called. */
                        title: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, takedown-reason-missing, takedown-reason-too-long, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "takedown-reason-missing" | "takedown-reason-too-long" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: connector-unknown, dataset-unknown, item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "dataset-unknown" | "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_takedowns_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset or connector that is taken down. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The name of its owner; Unknown: the account is deleted. */
                        author: string;
                        /** @description The id of the dataset, or the root id of the connector. */
                        id: string;
                        /**
                         * @description What kind of item it is.
                         * @enum {string}
                         */
                        kind: "dataset" | "connector";
                        /** @description What it is called. */
                        title: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: connector-unknown, dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_users: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
                /** @description Only users with this role. */
                role?: "admin" | "auditor" | "editor";
                /** @description A part of the name or the e-mail address. */
                search?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdmin"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_users_id_roles: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "admin" | "auditor" | "editor";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the user. */
                        id: string;
                        /** @description User roles: admin, editor or auditor; empty: none. */
                        roles: string[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, role-unknown, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "role-unknown" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: item-unknown, no-such-address, user-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "user-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: admin-by-configuration, last-admin. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "admin-by-configuration" | "last-admin";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_users_id_roles: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a user. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the user may do.
                     * @enum {string}
                     */
                    role: "admin" | "auditor" | "editor";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the user. */
                        id: string;
                        /** @description User roles: admin, editor or auditor; empty: none. */
                        roles: string[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, role-unknown, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "role-unknown" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfAdminOfChange"];
            /** @description Not found: item-unknown, no-such-address, user-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "user-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: admin-by-configuration, last-admin. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "admin-by-configuration" | "last-admin";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description A cursor of a Link header: the page before it. */
                before?: string;
                /** @description Only items of this category, or of these. */
                category?: string[];
                /** @description Only datasets with this licence, or with one of these. */
                license?: string[];
                /** @description Items on a page; more than 100 count as 100. */
                limit?: string;
                /** @description A page by its number, within the first 10,000 items; X-Total-Count is sent. */
                page?: string;
                /** @description Words of title, keywords, columns, category, author or description. */
                search?: string;
                /** @description The order. relevance is for searches. Another order than newest is made of the newest 500 matches of a search. */
                sort?: "relevance" | "newest" | "updated" | "title" | "users" | "rows";
                /** @description true: X-Total-Count is sent. */
                total?: "true" | "false";
                /** @description Only items whose rows or card have changed since then. */
                updated_since?: string;
                /** @description Only datasets whose newest rows came since the beginning of the day (UTC) that was so long ago. */
                updated_within?: "day" | "week" | "month" | "year";
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The datasets you may see. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dataset. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_assets_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it is gone; false: it stays for those who still use it. */
                        deleted: boolean;
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_assets_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description Whether everybody sees it. */
                    is_public?: boolean;
                    /** @description Words by which it is found. */
                    keywords?: string[];
                    /** @description The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated. */
                    license?: string;
                    /** @description The terms of a licence of your own, or an addition. */
                    license_terms?: string;
                    /** @description Whether others have to ask its owner for access. */
                    on_request?: boolean;
                    /** @description Markdown; HTML in it is shown as text. */
                    read_me?: string;
                    /** @description What one row is, such as: one reading of one gauge. */
                    row_meaning?: string;
                    /** @description Where the data come from: an address with http or https. */
                    source_url?: string;
                    /** @description What it is called. */
                    title?: string;
                    /**
                     * @description How often new rows are expected.
                     * @enum {string}
                     */
                    update_frequency?: "" | "continuous" | "hourly" | "daily" | "weekly" | "monthly" | "quarterly" | "annual" | "irregular" | "never";
                };
            };
        };
        responses: {
            /** @description The dataset. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, category-unknown, data-parameter, dataset-title-missing, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, licence-unknown, parameter-repeated, parameter-unknown, percent-sign-alone, source-url-invalid, text-not-unicode, text-with-nul, update-frequency-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-unknown" | "data-parameter" | "dataset-title-missing" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "licence-unknown" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "source-url-invalid" | "text-not-unicode" | "text-with-nul" | "update-frequency-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_assets_id_columns: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the columns mean, by their names. */
                    columns: {
                        /** @description What the column means. */
                        description?: string;
                        /** @description What the column is called. */
                        label?: string;
                        /** @description The name of the column in streams and filters. */
                        name: string;
                        /** @description The unit of the values. */
                        unit?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The dataset. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dataset"];
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, column-notes-too-long, column-unknown, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "column-notes-too-long" | "column-unknown" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_data: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: the version that readers saw then. */
                as_of?: string;
                /** @description How bigint and numeric values are sent: as numbers with all their digits, or as texts. */
                bigint?: "number" | "string";
                /** @description The number of an older version, from 1. */
                version?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest 100 rows with access, the first 10 of a public dataset without. Long cells are cut: truncated says which ones, and how many rows were left out because they were too long. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfItemOfVersion"];
            /** @description Conflict: load-failed, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-failed" | "rows-loading";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: engine-unavailable, preview-too-slow, previews-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "engine-unavailable" | "preview-too-slow" | "previews-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    put_assets_id_data: {
        parameters: {
            query?: {
                /** @description change: the columns may differ from those of the version before; otherwise that is refused. */
                columns?: "same" | "change";
                /** @description What separates cells: comma, semicolon, tab, pipe. */
                delimiter?: string;
                /** @description Words that mean an empty cell: a JSON list for all columns, such as ["n/a"], or lists by their names, at most 20 each. */
                empty?: string;
                /** @description One of utf-8, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-3, iso-8859-4, iso-8859-5, iso-8859-6, iso-8859-7, iso-8859-8, iso-8859-9, iso-8859-10, iso-8859-13, iso-8859-14, iso-8859-15, iso-8859-16, macintosh, maccenteuro, maccroatian, maccyrillic, macgreek, maciceland, macromania, macturkish, koi8-r, koi8-u, cp437, cp720, cp737, cp775, cp850, cp852, cp855, cp857, cp860, cp861, cp862, cp863, cp864, cp865, cp866, cp869, shift_jis, euc-jp, gb18030, big5, euc-kr. */
                encoding?: string;
                /** @description The file within a ZIP file, by its name there, if there are several. */
                entry?: string;
                /** @description The format of the file, if it is not as its bytes show: csv, tsv, txt, xlsx, json, ndjson, jsonl, parquet. */
                format?: string;
                /** @description yes: the first row has the names of the columns; no: it does not. */
                header?: string;
                /** @description For upsert: the columns that identify a row, separated by commas. Absent: those of the last upsert. */
                key?: string;
                /** @description What the rows do: replace all rows (as without it), append to them, or upsert: replace those with the same key and add the others. */
                mode?: "replace" | "append" | "upsert";
                /** @description What happens where a cell is not what its column is read as: set-aside, refuse, text. set-aside, as without it: the row is set aside; refuse: the file is refused; text: the column is text. */
                on_misfit?: string;
                /** @description What encloses text: double, single, none. */
                quote?: string;
                /** @description The sheet of a workbook, by its name; otherwise the first one that is shown and has cells. */
                sheet?: string;
                /** @description Lines to skip before the table, at most 1000. */
                skip_lines?: string;
                /** @description How columns are read: auto, or a JSON object by their names, such as {"price": "decimal-comma"}: text, number, integer, double, decimal, boolean, date, timestamp, timestamptz, time, decimal-comma, thousands-comma, thousands-point, percent, percent-comma, currency, currency-comma, duration, day-first, month-first, year-first, day-first-time, month-first-time, year-first-time, month-name, week, yes-no, decimal(12,2) and the like, currency(EUR). auto takes the local notation that is the only one to fit every cell; the name * stands for all other columns. */
                types?: string;
            };
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the version that is replaced: another one is refused with 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The CSV, Excel (.xlsx), JSON or Parquet file, which may be packed by gzip, zstd or ZIP.
                     */
                    file: string;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description Once the rows can be read, with the ETag of the version. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description What was decided about the file and changed in it. */
                        load_report: components["schemas"]["LoadReportOrNull"];
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description Rows of the file that do not fit its columns and were set aside. */
                        rejected: number;
                        /** @description How many rows can be read now. */
                        rowCount: number;
                        /** @description The name of its table in streams. */
                        table_name: string;
                        /** @description true: it was made from the same bytes before, and nothing was loaded. */
                        unchanged: boolean;
                        /** @description The number of the version that readers see now. */
                        version: number;
                    };
                };
            };
            /** @description While rows load; readers see the version before; status_url is where to wait for the rows. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of the page that shows how far the load is. */
                        job: string;
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description The address of its status, where its end can be waited for. */
                        status_url: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, data-parameter, empty, entry-locked, entry-missing, entry-unnamed, file-damaged, file-empty, file-missing, file-name-not-csv, form-field-unknown, form-part-unnamed, form-too-many-parts, form-unreadable, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, load-setting-invalid, multipart-invalid, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, sheet-missing, text-with-nul, unclosed-quote, unknown, version-key-missing, version-key-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "data-parameter" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "file-damaged" | "file-empty" | "file-missing" | "file-name-not-csv" | "form-field-unknown" | "form-part-unnamed" | "form-too-many-parts" | "form-unreadable" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "load-setting-invalid" | "multipart-invalid" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "sheet-missing" | "text-with-nul" | "unclosed-quote" | "unknown" | "version-key-missing" | "version-key-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            /** @description Request timeout: body-late, upload-cut-off, upload-too-long, upload-too-slow. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-late" | "upload-cut-off" | "upload-too-long" | "upload-too-slow";
                    };
                };
            };
            /** @description Conflict: cancelled, columns-changed, dataset-from-connection, instance-removed, key-empty, key-twice, version-in-progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "dataset-from-connection" | "instance-removed" | "key-empty" | "key-twice" | "version-in-progress";
                    };
                };
            };
            /** @description Precondition failed: version-stale. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-stale";
                    };
                };
            };
            /** @description Content too large: body-too-large, cell-too-large, columns-too-long, first-row-too-large, form-field-too-long, form-too-large, over-file-limit, repeated-upload-too-large, too-large, too-many-columns, upload-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "form-field-too-long" | "form-too-large" | "over-file-limit" | "repeated-upload-too-large" | "too-large" | "too-many-columns" | "upload-too-large";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, file-encoded, file-not-multipart. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "file-encoded" | "file-not-multipart";
                    };
                };
            };
            /** @description Key reused: cell-misfit, idempotency-key-reused, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "idempotency-key-reused" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: bytes-of-day-used, quota, too-many-attempts, uploads-busy, uploads-of-address-busy, uploads-of-day-used, uploads-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bytes-of-day-used" | "quota" | "too-many-attempts" | "uploads-busy" | "uploads-of-address-busy" | "uploads-of-day-used" | "uploads-of-user-busy";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            /** @description Service unavailable: bodies-busy, engine-unavailable, server-stopping, upload-yielded. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "server-stopping" | "upload-yielded";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_image: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: base64
                     * @description The bytes of a PNG, JPEG or WebP file as base64: at most 2 MB and 4,096 pixels.
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its path. */
                        image: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, image-missing, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "image-missing" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Content too large: body-too-large, body-too-many-values, image-too-large, image-too-wide. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "image-too-large" | "image-too-wide";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, body-not-json-type, image-unsupported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "body-not-json-type" | "image-unsupported";
                    };
                };
            };
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_assets_id_image: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_load: {
        parameters: {
            query?: {
                /** @description Seconds from 0 to 60: the answer comes at the end, or after this time. */
                wait?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, with Retry-After while it goes on; with Accept: text/event-stream a status at each change, until the last one. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadStatus"];
                    "text/event-stream": string;
                };
            };
            /** @description To an event stream that connects again after the last status. */
            204: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfWait"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            429: components["responses"]["TooManyRequestsOfWait"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfWait"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_load_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The load, cancelled; readers keep the version before; 409 when it has ended. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadStatus"];
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: load-is-first, load-over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-is-first" | "load-over";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_load_retry: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description change: the columns may differ from those of the version before; otherwise that is refused.
                     * @enum {string}
                     */
                    columns?: "same" | "change";
                };
            };
        };
        responses: {
            /** @description The load, which goes on; Location is where to wait for it. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadStatus"];
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: load-needs-columns, load-not-retryable, version-in-progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-needs-columns" | "load-not-retryable" | "version-in-progress";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_original: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: the version that readers saw then. */
                as_of?: string;
                /** @description The number of an older version, from 1. */
                version?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file as it was uploaded. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The part of it that Range asks for. */
            206: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, dataset-not-connected, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "dataset-not-connected" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, no-such-address, original-gone, version-none-then, version-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "original-gone" | "version-none-then" | "version-unknown";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "range-beyond-end";
                    };
                };
            };
            /** @description Too many requests: downloads-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-of-user-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: downloads-busy, engine-unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-busy" | "engine-unavailable";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_assets_id_owner: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it is gone; false: it stays for those who still use it. */
                        deleted: boolean;
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_refresh: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description change: the columns may differ from those of the version before; otherwise that is refused.
                     * @enum {string}
                     */
                    columns?: "same" | "change";
                };
            };
        };
        responses: {
            /** @description Once the rows can be read, with the ETag of the version. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description What was decided about the file and changed in it. */
                        load_report: components["schemas"]["LoadReportOrNull"];
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description Rows of the file that do not fit its columns and were set aside. */
                        rejected: number;
                        /** @description How many rows can be read now. */
                        rowCount: number;
                        /** @description The name of its table in streams. */
                        table_name: string;
                        /** @description true: it was made from the same bytes before, and nothing was loaded. */
                        unchanged: boolean;
                        /** @description The number of the version that readers see now. */
                        version: number;
                    };
                };
            };
            /** @description While rows load; readers see the version before; status_url is where to wait for the rows. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of the page that shows how far the load is. */
                        job: string;
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description The address of its status, where its end can be waited for. */
                        status_url: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, body-not-json, body-not-utf8, body-too-deep, data-parameter, empty, entry-locked, entry-missing, entry-unnamed, field-proto, file-damaged, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, sheet-missing, text-not-unicode, text-with-nul, unclosed-quote, unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "field-proto" | "file-damaged" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "sheet-missing" | "text-not-unicode" | "text-with-nul" | "unclosed-quote" | "unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: cancelled, columns-changed, dataset-without-address, instance-removed, key-empty, key-twice, version-in-progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "dataset-without-address" | "instance-removed" | "key-empty" | "key-twice" | "version-in-progress";
                    };
                };
            };
            /** @description Content too large: body-too-large, body-too-many-values, cell-too-large, columns-too-long, first-row-too-large, over-file-limit, too-large, too-many-columns. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "over-file-limit" | "too-large" | "too-many-columns";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Key reused: cell-misfit, idempotency-key-reused, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "idempotency-key-reused" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: quota, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "quota" | "too-many-attempts";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_rejected: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: the version that readers saw then. */
                as_of?: string;
                /** @description The number of an older version, from 1. */
                version?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows that were set aside, one JSON object a line: { line, record, reason, text }; nothing when there are none; 409 while rows load. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description The part of them that Range asks for. */
            206: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, dataset-not-connected, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "dataset-not-connected" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, no-such-address, rejected-rows-gone, version-none-then, version-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "rejected-rows-gone" | "version-none-then" | "version-unknown";
                    };
                };
            };
            /** @description Conflict: rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "rows-loading";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "range-beyond-end";
                    };
                };
            };
            /** @description Too many requests: downloads-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-of-user-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: downloads-busy, engine-unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-busy" | "engine-unavailable";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_requests: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who asks for access, and why. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The e-mail address of who asks. */
                        email: string;
                        /** @description The name of who asks. */
                        name: string;
                        /** @description Why access is asked for. */
                        reason: string;
                        /** @description When it was asked for (ISO 8601, UTC). */
                        requested_at: string;
                    }[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwner"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_requests: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why access is asked for, for the owner. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, request-reason-missing, request-reason-too-long, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "request-reason-missing" | "request-reason-too-long" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: access-already, access-not-on-request, access-requested-already, dataset-owned, taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-already" | "access-not-on-request" | "access-requested-already" | "dataset-owned" | "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_assets_id_requests: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: no-open-access-request. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "no-open-access-request";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_assets_id_requests: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The answer to the request.
                     * @enum {string}
                     */
                    answer: "approve";
                    /** @description The address of the user who asks. */
                    email: string;
                    /** @description When the access ends: a day (at its end in UTC) or a time; null or absent: never. */
                    until?: string | null;
                } | {
                    /**
                     * @description The answer to the request.
                     * @enum {string}
                     */
                    answer: "refuse";
                    /** @description The address of the user who asks. */
                    email: string;
                    /** @description What the user who asks reads with the refusal. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: access-end-past, access-end-unclear, address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, request-note-too-long, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-end-past" | "access-end-unclear" | "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "request-note-too-long" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere, their-places-used-up. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere" | "their-places-used-up";
                    };
                };
            };
            /** @description Not found: dataset-unknown, email-unknown, item-unknown, no-request-of-address, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "email-unknown" | "item-unknown" | "no-request-of-address" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: no-open-access-request, taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "no-open-access-request" | "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_rows: {
        parameters: {
            query?: {
                /** @description For upsert: the columns that identify a row, separated by commas. Absent: those of the last upsert. */
                key?: string;
                /** @description append, as without it, or upsert. */
                mode?: "append" | "upsert";
            };
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string;
                "application/x-ndjson": string;
                "text/csv": string;
                "text/tab-separated-values": string;
            };
        };
        responses: {
            /** @description Once the rows can be read, with the ETag of the version. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description What was decided about the file and changed in it. */
                        load_report: components["schemas"]["LoadReportOrNull"];
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description Rows of the file that do not fit its columns and were set aside. */
                        rejected: number;
                        /** @description How many rows can be read now. */
                        rowCount: number;
                        /** @description The name of its table in streams. */
                        table_name: string;
                        /** @description true: it was made from the same bytes before, and nothing was loaded. */
                        unchanged: boolean;
                        /** @description The number of the version that readers see now. */
                        version: number;
                    };
                };
            };
            /** @description While rows load; readers see the version before; status_url is where to wait for the rows. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of the page that shows how far the load is. */
                        job: string;
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description The address of its status, where its end can be waited for. */
                        status_url: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, data-parameter, empty, entry-locked, entry-missing, entry-unnamed, file-damaged, file-empty, file-missing, file-name-not-csv, form-field-unknown, form-part-unnamed, form-too-many-parts, form-unreadable, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, load-setting-invalid, multipart-invalid, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, row-column-unknown, row-not-object, rows-missing, rows-not-json, sheet-missing, text-with-nul, unclosed-quote, unknown, version-key-missing, version-key-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "data-parameter" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "file-damaged" | "file-empty" | "file-missing" | "file-name-not-csv" | "form-field-unknown" | "form-part-unnamed" | "form-too-many-parts" | "form-unreadable" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "load-setting-invalid" | "multipart-invalid" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "row-column-unknown" | "row-not-object" | "rows-missing" | "rows-not-json" | "sheet-missing" | "text-with-nul" | "unclosed-quote" | "unknown" | "version-key-missing" | "version-key-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            /** @description Request timeout: body-late, upload-cut-off, upload-too-long, upload-too-slow. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-late" | "upload-cut-off" | "upload-too-long" | "upload-too-slow";
                    };
                };
            };
            /** @description Conflict: cancelled, columns-changed, dataset-from-connection, instance-removed, key-empty, key-twice, version-in-progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "dataset-from-connection" | "instance-removed" | "key-empty" | "key-twice" | "version-in-progress";
                    };
                };
            };
            /** @description Precondition failed: version-stale. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-stale";
                    };
                };
            };
            /** @description Content too large: body-too-large, cell-too-large, columns-too-long, first-row-too-large, form-field-too-long, form-too-large, over-file-limit, repeated-upload-too-large, rows-too-many, too-large, too-many-columns, upload-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "form-field-too-long" | "form-too-large" | "over-file-limit" | "repeated-upload-too-large" | "rows-too-many" | "too-large" | "too-many-columns" | "upload-too-large";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, file-encoded, file-not-multipart, rows-type-unknown. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "file-encoded" | "file-not-multipart" | "rows-type-unknown";
                    };
                };
            };
            /** @description Key reused: cell-misfit, idempotency-key-reused, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "idempotency-key-reused" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: bytes-of-day-used, quota, too-many-attempts, uploads-busy, uploads-of-address-busy, uploads-of-day-used, uploads-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bytes-of-day-used" | "quota" | "too-many-attempts" | "uploads-busy" | "uploads-of-address-busy" | "uploads-of-day-used" | "uploads-of-user-busy";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            /** @description Service unavailable: bodies-busy, engine-unavailable, preview-too-slow, server-stopping, upload-yielded. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "preview-too-slow" | "server-stopping" | "upload-yielded";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_schema: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schema. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How the files are divided into cells. */
                        dialect?: {
                            /**
                             * @description The character between cells; null: the file has one column.
                             * @enum {string|null}
                             */
                            delimiter?: "," | ";" | "\t" | "|" | null;
                            /**
                             * @description Such as utf-8 or windows-1252.
                             * @enum {string}
                             */
                            encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-9" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "macintosh" | "maccenteuro" | "maccroatian" | "maccyrillic" | "macgreek" | "maciceland" | "macromania" | "macturkish" | "koi8-r" | "koi8-u" | "cp437" | "cp720" | "cp737" | "cp775" | "cp850" | "cp852" | "cp855" | "cp857" | "cp860" | "cp861" | "cp862" | "cp863" | "cp864" | "cp865" | "cp866" | "cp869" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr";
                            /** @description The first row has the names of the columns. */
                            header?: boolean;
                            /**
                             * @description The character around cells; empty: no cell is quoted.
                             * @enum {string}
                             */
                            quoteChar?: "\"" | "'" | "";
                            /** @description Lines before the table. */
                            skipLines?: number;
                        };
                        /** @description Columns; those that are not named are read as before. */
                        fields: {
                            /** @description false: the numbers have a sign of money or percent. */
                            bareNumber?: boolean;
                            /**
                             * @description The sign before decimals; a point, if it is absent.
                             * @enum {string}
                             */
                            decimalChar?: "." | ",";
                            /** @description Of dates: default, any, or a pattern such as %d.%m.%Y. */
                            format?: string;
                            /** @description The sign between thousands; absent: there is none. */
                            groupChar?: string;
                            /** @description Words that mean an empty cell in this column. */
                            missingValues?: string[];
                            /** @description The name of the column. */
                            name: string;
                            /** @description Digits of an exact number. */
                            precision?: number;
                            /** @description As in `types` of an upload. It counts more than the fields above. */
                            reading?: string;
                            /** @description How many of them are behind the point. */
                            scale?: number;
                            /** @description As the file spells its name. */
                            title?: string;
                            /** @description The type of Table Schema: string, integer, number, date and so on. */
                            type?: string;
                        }[];
                        /** @description Words that mean an empty cell in all columns; an empty cell always does. */
                        missingValues?: string[];
                        /**
                         * @description What happens to cells that are not what their columns are.
                         * @enum {string}
                         */
                        on_misfit?: "set-aside" | "refuse" | "text";
                        /** @description Columns that identify a row. */
                        primaryKey?: string[];
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, dataset-not-connected, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "dataset-not-connected" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItem"];
            /** @description Conflict: rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "rows-loading";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    put_assets_id_schema: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of the version that is replaced: another one is refused with 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the files are divided into cells. */
                    dialect?: {
                        /**
                         * @description The character between cells; null: the file has one column.
                         * @enum {string|null}
                         */
                        delimiter?: "," | ";" | "\t" | "|" | null;
                        /**
                         * @description Such as utf-8 or windows-1252.
                         * @enum {string}
                         */
                        encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "iso-8859-2" | "iso-8859-3" | "iso-8859-4" | "iso-8859-5" | "iso-8859-6" | "iso-8859-7" | "iso-8859-8" | "iso-8859-9" | "iso-8859-10" | "iso-8859-13" | "iso-8859-14" | "iso-8859-15" | "iso-8859-16" | "macintosh" | "maccenteuro" | "maccroatian" | "maccyrillic" | "macgreek" | "maciceland" | "macromania" | "macturkish" | "koi8-r" | "koi8-u" | "cp437" | "cp720" | "cp737" | "cp775" | "cp850" | "cp852" | "cp855" | "cp857" | "cp860" | "cp861" | "cp862" | "cp863" | "cp864" | "cp865" | "cp866" | "cp869" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr";
                        /** @description The first row has the names of the columns. */
                        header?: boolean;
                        /**
                         * @description The character around cells; empty: no cell is quoted.
                         * @enum {string}
                         */
                        quoteChar?: "\"" | "'" | "";
                        /** @description Lines before the table. */
                        skipLines?: number;
                    };
                    /** @description Columns; those that are not named are read as before. */
                    fields: {
                        /** @description false: the numbers have a sign of money or percent. */
                        bareNumber?: boolean;
                        /**
                         * @description The sign before decimals; a point, if it is absent.
                         * @enum {string}
                         */
                        decimalChar?: "." | ",";
                        /** @description Of dates: default, any, or a pattern such as %d.%m.%Y. */
                        format?: string;
                        /** @description The sign between thousands; absent: there is none. */
                        groupChar?: string;
                        /** @description Words that mean an empty cell in this column. */
                        missingValues?: string[];
                        /** @description The name of the column. */
                        name: string;
                        /** @description Digits of an exact number. */
                        precision?: number;
                        /** @description As in `types` of an upload. It counts more than the fields above. */
                        reading?: string;
                        /** @description How many of them are behind the point. */
                        scale?: number;
                        /** @description As the file spells its name. */
                        title?: string;
                        /** @description The type of Table Schema: string, integer, number, date and so on. */
                        type?: string;
                    }[];
                    /** @description Words that mean an empty cell in all columns; an empty cell always does. */
                    missingValues?: string[];
                    /**
                     * @description What happens to cells that are not what their columns are.
                     * @enum {string}
                     */
                    on_misfit?: "set-aside" | "refuse" | "text";
                    /** @description Columns that identify a row. */
                    primaryKey?: string[];
                };
            };
        };
        responses: {
            /** @description Once the rows can be read, with the ETag of the version. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description What was decided about the file and changed in it. */
                        load_report: components["schemas"]["LoadReportOrNull"];
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description Rows of the file that do not fit its columns and were set aside. */
                        rejected: number;
                        /** @description How many rows can be read now. */
                        rowCount: number;
                        /** @description The name of its table in streams. */
                        table_name: string;
                        /** @description true: it was made from the same bytes before, and nothing was loaded. */
                        unchanged: boolean;
                        /** @description The number of the version that readers see now. */
                        version: number;
                    };
                };
            };
            /** @description While rows load; readers see the version before; status_url is where to wait for the rows. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of the page that shows how far the load is. */
                        job: string;
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description The address of its status, where its end can be waited for. */
                        status_url: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, body-not-json, body-not-utf8, body-too-deep, data-parameter, empty, entry-locked, entry-missing, entry-unnamed, field-proto, file-damaged, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, schema-column-unknown, schema-empty-words, schema-field-unclear, sheet-missing, text-not-unicode, text-with-nul, unclosed-quote, unknown, version-key-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "field-proto" | "file-damaged" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "schema-column-unknown" | "schema-empty-words" | "schema-field-unclear" | "sheet-missing" | "text-not-unicode" | "text-with-nul" | "unclosed-quote" | "unknown" | "version-key-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: cancelled, columns-changed, dataset-from-connection, instance-removed, key-empty, key-twice, rows-loading, schema-of-several-files, version-in-progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "dataset-from-connection" | "instance-removed" | "key-empty" | "key-twice" | "rows-loading" | "schema-of-several-files" | "version-in-progress";
                    };
                };
            };
            /** @description Gone: schema-file-gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "schema-file-gone";
                    };
                };
            };
            /** @description Precondition failed: version-stale. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-stale";
                    };
                };
            };
            /** @description Content too large: body-too-large, body-too-many-values, cell-too-large, columns-too-long, first-row-too-large, over-file-limit, too-large, too-many-columns. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "over-file-limit" | "too-large" | "too-many-columns";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Key reused: cell-misfit, idempotency-key-reused, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "idempotency-key-reused" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: quota, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "quota" | "too-many-attempts";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_shares: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people it is shared with. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The e-mail address of the user with access. */
                        email: string;
                        /** @description When access was given (ISO 8601, UTC). */
                        granted_at: string;
                        /** @description The name of the user with access. */
                        name: string;
                        /** @description When the access ends (ISO 8601, UTC); null: it does not. */
                        until: string | null;
                    }[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwner"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_shares: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of a user, who gets access. */
                    email: string;
                    /** @description When the access ends: a day (at its end in UTC) or a time. Empty: never. Absent: as it was. */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The e-mail address of the user who has access now. */
                        email: string;
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: access-end-past, access-end-unclear, address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-end-past" | "access-end-unclear" | "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere, their-places-used-up. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere" | "their-places-used-up";
                    };
                };
            };
            /** @description Not found: dataset-unknown, email-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "email-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: dataset-owned, taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-owned" | "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_assets_id_shares: {
        parameters: {
            query?: {
                /** @description The person; or in the body. */
                email?: string;
            };
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, email-unclear, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "email-unclear" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address, not-shared-with. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address" | "not-shared-with";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_source: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address; 409 when the files of the dataset are uploaded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description When the newest refresh ended. */
                        checked_at: string | null;
                        /** @description The host of the address. */
                        host: string;
                        /** @description When it is fetched next (ISO 8601, UTC); null: not by itself, or that goes on now. */
                        next_refresh_at: string | null;
                        /**
                         * @description How it ended; new: with new rows.
                         * @enum {string|null}
                         */
                        outcome: "new" | "unchanged" | "failed" | null;
                        /** @description Minutes; 0: it is refreshed by hand. */
                        refresh_interval: number;
                        /** @description Whether it is being fetched or loaded now. */
                        refreshing: boolean;
                        /** @description The address; null: it is no longer stored. */
                        url: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            /** @description Conflict: dataset-without-address. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-without-address";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_assets_id_source: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Minutes between runs or fetches that start by themselves; 0: none do. */
                    refresh_interval: number;
                };
            };
        };
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description When the newest refresh ended. */
                        checked_at: string | null;
                        /** @description The host of the address. */
                        host: string;
                        /** @description When it is fetched next (ISO 8601, UTC); null: not by itself, or that goes on now. */
                        next_refresh_at: string | null;
                        /**
                         * @description How it ended; new: with new rows.
                         * @enum {string|null}
                         */
                        outcome: "new" | "unchanged" | "failed" | null;
                        /** @description Minutes; 0: it is refreshed by hand. */
                        refresh_interval: number;
                        /** @description Whether it is being fetched or loaded now. */
                        refreshing: boolean;
                        /** @description The address; null: it is no longer stored. */
                        url: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, schedule-not-in-plan, scheduled-runs-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "schedule-not-in-plan" | "scheduled-runs-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: dataset-without-address. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-without-address";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_versions: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; Link says where the next one is. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItem"];
            /** @description Conflict: rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "rows-loading";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_versions: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description change: the columns may differ from those of the version before; otherwise that is refused.
                     * @enum {string}
                     */
                    columns?: "same" | "change";
                    /** @description What separates cells: comma, semicolon, tab, pipe. */
                    delimiter?: string;
                    /** @description Words that mean an empty cell: a JSON list for all columns, such as ["n/a"], or lists by their names, at most 20 each. */
                    empty?: string;
                    /** @description One of utf-8, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-3, iso-8859-4, iso-8859-5, iso-8859-6, iso-8859-7, iso-8859-8, iso-8859-9, iso-8859-10, iso-8859-13, iso-8859-14, iso-8859-15, iso-8859-16, macintosh, maccenteuro, maccroatian, maccyrillic, macgreek, maciceland, macromania, macturkish, koi8-r, koi8-u, cp437, cp720, cp737, cp775, cp850, cp852, cp855, cp857, cp860, cp861, cp862, cp863, cp864, cp865, cp866, cp869, shift_jis, euc-jp, gb18030, big5, euc-kr. */
                    encoding?: string;
                    /** @description The file within a ZIP file, by its name there, if there are several. */
                    entry?: string;
                    /**
                     * Format: binary
                     * @description The CSV, Excel (.xlsx), JSON or Parquet file, which may be packed by gzip, zstd or ZIP.
                     */
                    file?: string;
                    /** @description The format of the file, if it is not as its bytes show: csv, tsv, txt, xlsx, json, ndjson, jsonl, parquet. */
                    format?: string;
                    /** @description yes: the first row has the names of the columns; no: it does not. */
                    header?: string;
                    /** @description For upsert: the columns that identify a row, separated by commas. Absent: those of the last upsert. */
                    key?: string;
                    /**
                     * @description What the rows do: replace all rows (as without it), append to them, or upsert: replace those with the same key and add the others.
                     * @enum {string}
                     */
                    mode?: "replace" | "append" | "upsert";
                    /** @description What happens where a cell is not what its column is read as: set-aside, refuse, text. set-aside, as without it: the row is set aside; refuse: the file is refused; text: the column is text. */
                    on_misfit?: string;
                    /** @description What encloses text: double, single, none. */
                    quote?: string;
                    /** @description Rows as text, in place of a file: CSV, or cells copied from a spreadsheet. */
                    rows?: string;
                    /** @description The sheet of a workbook, by its name; otherwise the first one that is shown and has cells. */
                    sheet?: string;
                    /** @description Lines to skip before the table, at most 1000. */
                    skip_lines?: string;
                    /** @description How columns are read: auto, or a JSON object by their names, such as {"price": "decimal-comma"}: text, number, integer, double, decimal, boolean, date, timestamp, timestamptz, time, decimal-comma, thousands-comma, thousands-point, percent, percent-comma, currency, currency-comma, duration, day-first, month-first, year-first, day-first-time, month-first-time, year-first-time, month-name, week, yes-no, decimal(12,2) and the like, currency(EUR). auto takes the local notation that is the only one to fit every cell; the name * stands for all other columns. */
                    types?: string;
                    /** @description The number of the version that is replaced; another one is refused. */
                    version?: string;
                };
            };
        };
        responses: {
            /** @description Once the rows can be read, with the ETag of the version. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description What was decided about the file and changed in it. */
                        load_report: components["schemas"]["LoadReportOrNull"];
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description Rows of the file that do not fit its columns and were set aside. */
                        rejected: number;
                        /** @description How many rows can be read now. */
                        rowCount: number;
                        /** @description The name of its table in streams. */
                        table_name: string;
                        /** @description true: it was made from the same bytes before, and nothing was loaded. */
                        unchanged: boolean;
                        /** @description The number of the version that readers see now. */
                        version: number;
                    };
                };
            };
            /** @description While rows load; readers see the version before; status_url is where to wait for the rows. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of the page that shows how far the load is. */
                        job: string;
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description The address of its status, where its end can be waited for. */
                        status_url: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, data-parameter, empty, entry-locked, entry-missing, entry-unnamed, file-damaged, file-empty, file-missing, file-name-not-csv, form-field-unknown, form-part-unnamed, form-too-many-parts, form-unreadable, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, load-setting-invalid, multipart-invalid, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, sheet-missing, text-with-nul, unclosed-quote, unknown, version-key-missing, version-key-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "data-parameter" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "file-damaged" | "file-empty" | "file-missing" | "file-name-not-csv" | "form-field-unknown" | "form-part-unnamed" | "form-too-many-parts" | "form-unreadable" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "load-setting-invalid" | "multipart-invalid" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "sheet-missing" | "text-with-nul" | "unclosed-quote" | "unknown" | "version-key-missing" | "version-key-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            /** @description Request timeout: body-late, upload-cut-off, upload-too-long, upload-too-slow. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-late" | "upload-cut-off" | "upload-too-long" | "upload-too-slow";
                    };
                };
            };
            /** @description Conflict: cancelled, columns-changed, dataset-from-connection, instance-removed, key-empty, key-twice, version-in-progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "dataset-from-connection" | "instance-removed" | "key-empty" | "key-twice" | "version-in-progress";
                    };
                };
            };
            /** @description Precondition failed: version-stale. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-stale";
                    };
                };
            };
            /** @description Content too large: body-too-large, cell-too-large, columns-too-long, first-row-too-large, form-field-too-long, form-too-large, over-file-limit, repeated-upload-too-large, too-large, too-many-columns, upload-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "form-field-too-long" | "form-too-large" | "over-file-limit" | "repeated-upload-too-large" | "too-large" | "too-many-columns" | "upload-too-large";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, file-encoded, file-not-multipart. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "file-encoded" | "file-not-multipart";
                    };
                };
            };
            /** @description Key reused: cell-misfit, idempotency-key-reused, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "idempotency-key-reused" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: bytes-of-day-used, quota, too-many-attempts, uploads-busy, uploads-of-address-busy, uploads-of-day-used, uploads-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bytes-of-day-used" | "quota" | "too-many-attempts" | "uploads-busy" | "uploads-of-address-busy" | "uploads-of-day-used" | "uploads-of-user-busy";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            /** @description Service unavailable: bodies-busy, engine-unavailable, server-stopping, upload-yielded. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "server-stopping" | "upload-yielded";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_id_versions_before_compare_after: {
        parameters: {
            query?: {
                /** @description The columns that identify a row, separated by commas. Absent: those of the dataset's last upsert, if any. */
                key?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The number of the newer version. */
                after: string;
                /** @description The number of the older version. */
                before: string;
                /** @description The id of a dataset. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Exact counts, and the first rows of each kind. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Which columns are different. */
                        columns: {
                            /** @description Columns that only the newer version has. */
                            added: {
                                /** @description The name of the column as the file or the API spells it. */
                                label: string;
                                /** @description The name of the column in streams and filters. */
                                name: string;
                                /** @description The type of the column in Postgres. */
                                type: string;
                            }[];
                            /** @description Columns that only the older version has. */
                            removed: {
                                /** @description The name of the column as the file or the API spells it. */
                                label: string;
                                /** @description The name of the column in streams and filters. */
                                name: string;
                                /** @description The type of the column in Postgres. */
                                type: string;
                            }[];
                            /** @description Columns that have another type in the newer version. */
                            retyped: {
                                /** @description Its type in the newer version. */
                                after: string;
                                /** @description Its type in the older version. */
                                before: string;
                                /** @description The name of the column in streams and filters. */
                                name: string;
                            }[];
                        };
                        /** @description The columns that rows were matched by. Empty: whole rows were compared, and none counts as changed. */
                        key: string[];
                        /** @description How many rows are different, and how many are not. */
                        rows: {
                            /** @description Rows that only the newer version has. */
                            added: number;
                            /** @description Rows with the same key and another value. */
                            changed: number;
                            /** @description Rows that only the older version has. */
                            removed: number;
                            /** @description Rows that both versions have. */
                            unchanged: number;
                        };
                        /** @description The first 20 of each; long cells are cut. */
                        samples: {
                            /** @description Rows that only the newer version has. */
                            added: {
                                [key: string]: unknown;
                            }[];
                            /** @description Rows with the same key and another value. */
                            changed: {
                                /** @description The cells that are different. */
                                cells: {
                                    /** @description The value in the newer version. */
                                    after: unknown;
                                    /** @description The value in the older version. */
                                    before: unknown;
                                    /** @description The name of the column. */
                                    column: string;
                                }[];
                                /** @description The row of the newer version. */
                                row: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description Rows that only the older version has. */
                            removed: {
                                [key: string]: unknown;
                            }[];
                        };
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, key-column-unknown, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "key-column-unknown" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, no-such-address, version-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "version-unknown";
                    };
                };
            };
            /** @description Conflict: key-value-missing, key-value-twice, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-value-missing" | "key-value-twice" | "rows-loading";
                    };
                };
            };
            /** @description Gone: version-not-kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-not-kept";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: compare-too-slow, counts-busy, engine-unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "compare-too-slow" | "counts-busy" | "engine-unavailable";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_id_versions_version_restore: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a dataset. */
                id: string;
                /** @description The number of a version, from 1. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Once the rows can be read, with the ETag of the version. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description How many rows it has now; null: not known. */
                        rowCount: number | null;
                        /** @description true: they were the newest rows already. */
                        unchanged: boolean;
                        /** @description The number of the version that readers see now. */
                        version: number;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: dataset-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: dataset-unknown, item-unknown, no-such-address, version-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-unknown" | "item-unknown" | "no-such-address" | "version-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: dataset-from-connection, rows-loading, version-in-progress. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "dataset-from-connection" | "rows-loading" | "version-in-progress";
                    };
                };
            };
            /** @description Gone: version-not-kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-not-kept";
                    };
                };
            };
            /** @description Precondition failed: version-stale. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-stale";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_categories: {
        parameters: {
            query?: {
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description The page of the list, from 1. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names of the categories. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_from_url: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What separates cells: comma, semicolon, tab, pipe. */
                    delimiter?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description Words that mean an empty cell: a JSON list for all columns, such as ["n/a"], or lists by their names, at most 20 each. */
                    empty?: string;
                    /** @description One of utf-8, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-3, iso-8859-4, iso-8859-5, iso-8859-6, iso-8859-7, iso-8859-8, iso-8859-9, iso-8859-10, iso-8859-13, iso-8859-14, iso-8859-15, iso-8859-16, macintosh, maccenteuro, maccroatian, maccyrillic, macgreek, maciceland, macromania, macturkish, koi8-r, koi8-u, cp437, cp720, cp737, cp775, cp850, cp852, cp855, cp857, cp860, cp861, cp862, cp863, cp864, cp865, cp866, cp869, shift_jis, euc-jp, gb18030, big5, euc-kr. */
                    encoding?: string;
                    /** @description The file within a ZIP file, by its name there, if there are several. */
                    entry?: string;
                    /** @description The format of the file, if it is not as its bytes show: csv, tsv, txt, xlsx, json, ndjson, jsonl, parquet. */
                    format?: string;
                    /** @description yes: the first row has the names of the columns; no: it does not. */
                    header?: string;
                    /** @description Whether everybody sees it. */
                    is_public?: boolean;
                    /** @description Words by which it is found. */
                    keywords?: string[];
                    /** @description The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated. */
                    license?: string;
                    /** @description The terms of a licence of your own, or an addition. */
                    license_terms?: string;
                    /** @description What happens where a cell is not what its column is read as: set-aside, refuse, text. set-aside, as without it: the row is set aside; refuse: the file is refused; text: the column is text. */
                    on_misfit?: string;
                    /** @description Whether others have to ask its owner for access. */
                    on_request?: boolean;
                    /** @description What encloses text: double, single, none. */
                    quote?: string;
                    /** @description Markdown; HTML in it is shown as text. */
                    read_me?: string;
                    /** @description Minutes between two refreshes; 0 or absent: only by POST /api/assets/{id}/refresh. */
                    refresh_interval?: number;
                    /** @description What one row is, such as: one reading of one gauge. */
                    row_meaning?: string;
                    /** @description The sheet of a workbook, by its name; otherwise the first one that is shown and has cells. */
                    sheet?: string;
                    /** @description Lines to skip before the table, at most 1000. */
                    skip_lines?: string;
                    /** @description Where the data come from: an address with http or https. */
                    source_url?: string;
                    /** @description What it is called. */
                    title: string;
                    /** @description How columns are read: auto, or a JSON object by their names, such as {"price": "decimal-comma"}: text, number, integer, double, decimal, boolean, date, timestamp, timestamptz, time, decimal-comma, thousands-comma, thousands-point, percent, percent-comma, currency, currency-comma, duration, day-first, month-first, year-first, day-first-time, month-first-time, year-first-time, month-name, week, yes-no, decimal(12,2) and the like, currency(EUR). auto takes the local notation that is the only one to fit every cell; the name * stands for all other columns. */
                    types?: string;
                    /**
                     * @description How often new rows are expected.
                     * @enum {string}
                     */
                    update_frequency?: "" | "continuous" | "hourly" | "daily" | "weekly" | "monthly" | "quarterly" | "annual" | "irregular" | "never";
                    /** @description Https, without a user name or password. Only the owner can read it again. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description What was decided about the file and changed in it. */
                        load_report: components["schemas"]["LoadReportOrNull"];
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description Rows of the file that do not fit its columns and were set aside. */
                        rejected: number;
                        /** @description How many rows can be read now. */
                        rowCount: number;
                        /** @description The name of its table in streams. */
                        table_name: string;
                    };
                };
            };
            /** @description While the file is fetched and its rows load; status_url is where to wait for them. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of the page that shows how far the load is. */
                        job: string;
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description The address of its status, where its end can be waited for. */
                        status_url: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, body-not-json, body-not-utf8, body-too-deep, category-unknown, data-parameter, dataset-title-missing, empty, entry-locked, entry-missing, entry-unnamed, field-proto, file-address-invalid, file-address-private, file-damaged, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, licence-unknown, load-setting-invalid, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, sheet-missing, source-url-invalid, text-not-unicode, text-with-nul, unclosed-quote, unknown, update-frequency-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-unknown" | "data-parameter" | "dataset-title-missing" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "field-proto" | "file-address-invalid" | "file-address-private" | "file-damaged" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "licence-unknown" | "load-setting-invalid" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "sheet-missing" | "source-url-invalid" | "text-not-unicode" | "text-with-nul" | "unclosed-quote" | "unknown" | "update-frequency-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, other-site, schedule-not-in-plan, scheduled-runs-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "other-site" | "schedule-not-in-plan" | "scheduled-runs-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: cancelled, columns-changed, instance-removed, key-empty, key-twice. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "instance-removed" | "key-empty" | "key-twice";
                    };
                };
            };
            /** @description Content too large: body-too-large, body-too-many-values, cell-too-large, columns-too-long, first-row-too-large, over-file-limit, too-large, too-many-columns. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "over-file-limit" | "too-large" | "too-many-columns";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Key reused: cell-misfit, idempotency-key-reused, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "idempotency-key-reused" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: quota, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "quota" | "too-many-attempts";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_inspect: {
        parameters: {
            query?: {
                /** @description What separates cells: comma, semicolon, tab, pipe. */
                delimiter?: string;
                /** @description Words that mean an empty cell: a JSON list for all columns, such as ["n/a"], or lists by their names, at most 20 each. */
                empty?: string;
                /** @description One of utf-8, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-3, iso-8859-4, iso-8859-5, iso-8859-6, iso-8859-7, iso-8859-8, iso-8859-9, iso-8859-10, iso-8859-13, iso-8859-14, iso-8859-15, iso-8859-16, macintosh, maccenteuro, maccroatian, maccyrillic, macgreek, maciceland, macromania, macturkish, koi8-r, koi8-u, cp437, cp720, cp737, cp775, cp850, cp852, cp855, cp857, cp860, cp861, cp862, cp863, cp864, cp865, cp866, cp869, shift_jis, euc-jp, gb18030, big5, euc-kr. */
                encoding?: string;
                /** @description The file within a ZIP file, by its name there, if there are several. */
                entry?: string;
                /** @description The format of the file, if it is not as its bytes show: csv, tsv, txt, xlsx, json, ndjson, jsonl, parquet. */
                format?: string;
                /** @description yes: the first row has the names of the columns; no: it does not. */
                header?: string;
                /** @description What happens where a cell is not what its column is read as: set-aside, refuse, text. set-aside, as without it: the row is set aside; refuse: the file is refused; text: the column is text. */
                on_misfit?: string;
                /** @description What encloses text: double, single, none. */
                quote?: string;
                /** @description The sheet of a workbook, by its name; otherwise the first one that is shown and has cells. */
                sheet?: string;
                /** @description Lines to skip before the table, at most 1000. */
                skip_lines?: string;
                /** @description How columns are read: auto, or a JSON object by their names, such as {"price": "decimal-comma"}: text, number, integer, double, decimal, boolean, date, timestamp, timestamptz, time, decimal-comma, thousands-comma, thousands-point, percent, percent-comma, currency, currency-comma, duration, day-first, month-first, year-first, day-first-time, month-first-time, year-first-time, month-name, week, yes-no, decimal(12,2) and the like, currency(EUR). auto takes the local notation that is the only one to fit every cell; the name * stands for all other columns. */
                types?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The CSV, Excel (.xlsx), JSON or Parquet file, which may be packed by gzip, zstd or ZIP.
                     */
                    file: string;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description What most of its cells are, or what else they may be. */
                            evidence: components["schemas"]["ColumnEvidenceOrNull"];
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description How it is read, if that was chosen. */
                            reading: string | null;
                            /** @description Readings that would convert every cell. */
                            suggestions: string[];
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description What the file is, and which part of it was read. */
                        file: {
                            /** @description Cells that have no value in the table, and the first row with one. */
                            emptied?: {
                                /** @description How many there are. */
                                count: number;
                                /**
                                 * @description What they were: an error such as #N/A, a number that is not finite, a text without a character, or a formula without a result.
                                 * @enum {string}
                                 */
                                kind: "error" | "not-finite" | "empty-text" | "no-result";
                                /** @description The first row with one. */
                                line: number;
                            }[];
                            /** @description The file within a ZIP file that was read. */
                            entry?: string;
                            /**
                             * @description What the file is: csv is text with cells in lines, whatever divides them.
                             * @enum {string}
                             */
                            format: "csv" | "xlsx" | "json" | "ndjson" | "parquet";
                            /** @description The list in a JSON text that was read: the keys that lead to it. */
                            list?: string;
                            /** @description Fields of a JSON text beside its lists, which are in no row. */
                            other_fields?: {
                                /** @description How many there are. */
                                count: number;
                                /** @description The first of their names. */
                                names: string[];
                            };
                            /** @description Other sheets, lists or files in the ZIP file, which were not read. */
                            other_parts?: {
                                /** @description How many there are. */
                                count: number;
                                /** @description The first of their names. */
                                names: string[];
                            };
                            /** @description The sheet of a workbook that was read. */
                            sheet?: string;
                            /** @description From what else than gzip the file was unpacked, the outermost first. */
                            unpacked?: ("zstd" | "zip")[];
                        };
                        /** @description An encoding that the file may be in instead; null: the one that was found is certain. */
                        other_encoding: {
                            /** @description The encoding of the file, such as utf-8 or windows-1252. */
                            encoding: string;
                            /** @description Characters that differ, at most 10: as they were read, and in this encoding. */
                            letters: {
                                /** @description The character that it would be. */
                                instead: string;
                                /** @description The character as it was read. */
                                read: string;
                            }[];
                        } | null;
                        /** @description The first rows that fit, at most 20: texts as they would be stored, in the order of columns; null: an empty cell. */
                        rows: (string | null)[][];
                        /** @description Rows among those that were looked at that would be set aside, and the first of them. */
                        set_aside: {
                            /** @description How many of the rows that were looked at would be set aside. */
                            count: number;
                            /** @description The first of them, at most 20. */
                            rows: {
                                /** @description The line of the row in the file, from 1. */
                                line: number;
                                /** @description Why it does not fit, in words. */
                                reason: string;
                                /** @description The number of the row, from 1, without the header and empty rows. */
                                record: number;
                                /** @description The row as it is in the file, or its beginning. */
                                text: string;
                            }[];
                        };
                        /** @description What was found, in the words that a load takes. */
                        settings: {
                            /** @description null: the file has one column. */
                            delimiter: string | null;
                            /** @description The encoding of the file, such as utf-8 or windows-1252. */
                            encoding: string;
                            /** @description How that is known. mark: by the byte order mark; valid: all bytes are valid in it; detected: it is the most likely one; chosen: by who uploaded the file. */
                            encoding_by: string;
                            /** @description Csv, xlsx, json, ndjson or parquet. */
                            format: string;
                            /** @description Whether the file is compressed by gzip. */
                            gzip: boolean;
                            /** @description yes: the first row has the names of the columns; no: it does not. */
                            header: string;
                            /** @description What encloses text: double, single or none. */
                            quote: string | null;
                            /** @description Lines before the table. */
                            skip_lines: number;
                        };
                        /** @description The first lines before the table that are not empty. */
                        skipped: {
                            /** @description The number of the line in the file, from 1. */
                            line: number;
                            /** @description The text of the line, or its beginning. */
                            text?: string;
                        }[];
                        /** @description Every row of the file was looked at. */
                        whole: boolean;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, data-parameter, empty, entry-locked, entry-missing, entry-unnamed, file-damaged, file-empty, file-missing, file-name-not-csv, form-field-unknown, form-part-unnamed, form-too-many-parts, form-unreadable, host-invalid, host-repeated, input-invalid, key-in-address, load-setting-invalid, multipart-invalid, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, sheet-missing, text-with-nul, unclosed-quote, unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "data-parameter" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "file-damaged" | "file-empty" | "file-missing" | "file-name-not-csv" | "form-field-unknown" | "form-part-unnamed" | "form-too-many-parts" | "form-unreadable" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "load-setting-invalid" | "multipart-invalid" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "sheet-missing" | "text-with-nul" | "unclosed-quote" | "unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Request timeout: body-late, upload-cut-off, upload-too-long, upload-too-slow. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-late" | "upload-cut-off" | "upload-too-long" | "upload-too-slow";
                    };
                };
            };
            /** @description Conflict: cancelled, columns-changed, instance-removed, key-empty, key-twice. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "instance-removed" | "key-empty" | "key-twice";
                    };
                };
            };
            /** @description Content too large: body-too-large, cell-too-large, columns-too-long, first-row-too-large, form-field-too-long, form-too-large, over-file-limit, repeated-upload-too-large, too-large, too-many-columns, upload-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "form-field-too-long" | "form-too-large" | "over-file-limit" | "repeated-upload-too-large" | "too-large" | "too-many-columns" | "upload-too-large";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, file-encoded, file-not-multipart. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "file-encoded" | "file-not-multipart";
                    };
                };
            };
            /** @description Key reused: cell-misfit, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: bytes-of-day-used, quota, too-many-attempts, uploads-busy, uploads-of-address-busy, uploads-of-day-used, uploads-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bytes-of-day-used" | "quota" | "too-many-attempts" | "uploads-busy" | "uploads-of-address-busy" | "uploads-of-day-used" | "uploads-of-user-busy";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            /** @description Service unavailable: bodies-busy, engine-unavailable, preview-too-slow, server-stopping, upload-yielded. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "preview-too-slow" | "server-stopping" | "upload-yielded";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What separates cells: comma, semicolon, tab, pipe. */
                    delimiter?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description Words that mean an empty cell: a JSON list for all columns, such as ["n/a"], or lists by their names, at most 20 each. */
                    empty?: string;
                    /** @description One of utf-8, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-3, iso-8859-4, iso-8859-5, iso-8859-6, iso-8859-7, iso-8859-8, iso-8859-9, iso-8859-10, iso-8859-13, iso-8859-14, iso-8859-15, iso-8859-16, macintosh, maccenteuro, maccroatian, maccyrillic, macgreek, maciceland, macromania, macturkish, koi8-r, koi8-u, cp437, cp720, cp737, cp775, cp850, cp852, cp855, cp857, cp860, cp861, cp862, cp863, cp864, cp865, cp866, cp869, shift_jis, euc-jp, gb18030, big5, euc-kr. */
                    encoding?: string;
                    /** @description The file within a ZIP file, by its name there, if there are several. */
                    entry?: string;
                    /**
                     * Format: binary
                     * @description The CSV, Excel (.xlsx), JSON or Parquet file, which may be packed by gzip, zstd or ZIP.
                     */
                    file: string;
                    /** @description The format of the file, if it is not as its bytes show: csv, tsv, txt, xlsx, json, ndjson, jsonl, parquet. */
                    format?: string;
                    /** @description yes: the first row has the names of the columns; no: it does not. */
                    header?: string;
                    /** @description Whether everybody sees it. */
                    is_public?: string;
                    /** @description Words by which it is found. */
                    keywords?: string;
                    /** @description The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated. */
                    license?: string;
                    /** @description The terms of a licence of your own, or an addition. */
                    license_terms?: string;
                    /** @description What happens where a cell is not what its column is read as: set-aside, refuse, text. set-aside, as without it: the row is set aside; refuse: the file is refused; text: the column is text. */
                    on_misfit?: string;
                    /** @description Whether others have to ask its owner for access. */
                    on_request?: string;
                    /** @description Always 0. */
                    price?: string;
                    /** @description What encloses text: double, single, none. */
                    quote?: string;
                    /** @description Markdown; HTML in it is shown as text. */
                    read_me?: string;
                    /** @description What one row is, such as: one reading of one gauge. */
                    row_meaning?: string;
                    /** @description The sheet of a workbook, by its name; otherwise the first one that is shown and has cells. */
                    sheet?: string;
                    /** @description Lines to skip before the table, at most 1000. */
                    skip_lines?: string;
                    /** @description Where the data come from: an address with http or https. */
                    source_url?: string;
                    /** @description What it is called. */
                    title?: string;
                    /** @description How columns are read: auto, or a JSON object by their names, such as {"price": "decimal-comma"}: text, number, integer, double, decimal, boolean, date, timestamp, timestamptz, time, decimal-comma, thousands-comma, thousands-point, percent, percent-comma, currency, currency-comma, duration, day-first, month-first, year-first, day-first-time, month-first-time, year-first-time, month-name, week, yes-no, decimal(12,2) and the like, currency(EUR). auto takes the local notation that is the only one to fit every cell; the name * stands for all other columns. */
                    types?: string;
                    /** @description How often new rows are expected. */
                    update_frequency?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the file while it is looked at. It is not yet that of a dataset. */
                        id: string;
                        /** @description The page. */
                        redirectUrl: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, data-parameter, empty, entry-locked, entry-missing, entry-unnamed, file-damaged, file-empty, file-missing, file-name-not-csv, form-field-unknown, form-part-unnamed, form-too-many-parts, form-unreadable, host-invalid, host-repeated, input-invalid, key-in-address, load-setting-invalid, multipart-invalid, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, sheet-missing, text-with-nul, unclosed-quote, unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "data-parameter" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "file-damaged" | "file-empty" | "file-missing" | "file-name-not-csv" | "form-field-unknown" | "form-part-unnamed" | "form-too-many-parts" | "form-unreadable" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "load-setting-invalid" | "multipart-invalid" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "sheet-missing" | "text-with-nul" | "unclosed-quote" | "unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            /** @description Request timeout: body-late, upload-cut-off, upload-too-long, upload-too-slow. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-late" | "upload-cut-off" | "upload-too-long" | "upload-too-slow";
                    };
                };
            };
            /** @description Conflict: cancelled, columns-changed, instance-removed, key-empty, key-twice. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "instance-removed" | "key-empty" | "key-twice";
                    };
                };
            };
            /** @description Content too large: body-too-large, cell-too-large, columns-too-long, first-row-too-large, form-field-too-long, form-too-large, over-file-limit, repeated-upload-too-large, too-large, too-many-columns, upload-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "form-field-too-long" | "form-too-large" | "over-file-limit" | "repeated-upload-too-large" | "too-large" | "too-many-columns" | "upload-too-large";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, file-encoded, file-not-multipart. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "file-encoded" | "file-not-multipart";
                    };
                };
            };
            /** @description Key reused: cell-misfit, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: bytes-of-day-used, quota, too-many-attempts, uploads-busy, uploads-of-address-busy, uploads-of-day-used, uploads-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bytes-of-day-used" | "quota" | "too-many-attempts" | "uploads-busy" | "uploads-of-address-busy" | "uploads-of-day-used" | "uploads-of-user-busy";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            /** @description Service unavailable: bodies-busy, engine-unavailable, server-stopping, upload-yielded. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "server-stopping" | "upload-yielded";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_table_tableName: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: the version that readers saw then. */
                as_of?: string;
                /** @description How bigint and numeric values are sent: as numbers with all their digits, or as texts. */
                bigint?: "number" | "string";
                /** @description The number of an older version, from 1. */
                version?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of a table. */
                tableName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The same by the name of a table. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfItemOfVersion"];
            /** @description Conflict: load-failed, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-failed" | "rows-loading";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: engine-unavailable, preview-too-slow, previews-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "engine-unavailable" | "preview-too-slow" | "previews-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_table_tableName_odc: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of a table. */
                tableName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/x-ms-odc": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_table_tableName_pbids: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of a table. */
                tableName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_table_tableName_versions: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of a table. */
                tableName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page; Link says where the next one is. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItem"];
            /** @description Conflict: rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "rows-loading";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_assets_table_tableName_versions_before_compare_after: {
        parameters: {
            query?: {
                /** @description The columns that identify a row, separated by commas. Absent: those of the dataset's last upsert, if any. */
                key?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The number of the newer version. */
                after: string;
                /** @description The number of the older version. */
                before: string;
                /** @description The name of a table. */
                tableName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Exact counts, and the first rows of each kind. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Which columns are different. */
                        columns: {
                            /** @description Columns that only the newer version has. */
                            added: {
                                /** @description The name of the column as the file or the API spells it. */
                                label: string;
                                /** @description The name of the column in streams and filters. */
                                name: string;
                                /** @description The type of the column in Postgres. */
                                type: string;
                            }[];
                            /** @description Columns that only the older version has. */
                            removed: {
                                /** @description The name of the column as the file or the API spells it. */
                                label: string;
                                /** @description The name of the column in streams and filters. */
                                name: string;
                                /** @description The type of the column in Postgres. */
                                type: string;
                            }[];
                            /** @description Columns that have another type in the newer version. */
                            retyped: {
                                /** @description Its type in the newer version. */
                                after: string;
                                /** @description Its type in the older version. */
                                before: string;
                                /** @description The name of the column in streams and filters. */
                                name: string;
                            }[];
                        };
                        /** @description The columns that rows were matched by. Empty: whole rows were compared, and none counts as changed. */
                        key: string[];
                        /** @description How many rows are different, and how many are not. */
                        rows: {
                            /** @description Rows that only the newer version has. */
                            added: number;
                            /** @description Rows with the same key and another value. */
                            changed: number;
                            /** @description Rows that only the older version has. */
                            removed: number;
                            /** @description Rows that both versions have. */
                            unchanged: number;
                        };
                        /** @description The first 20 of each; long cells are cut. */
                        samples: {
                            /** @description Rows that only the newer version has. */
                            added: {
                                [key: string]: unknown;
                            }[];
                            /** @description Rows with the same key and another value. */
                            changed: {
                                /** @description The cells that are different. */
                                cells: {
                                    /** @description The value in the newer version. */
                                    after: unknown;
                                    /** @description The value in the older version. */
                                    before: unknown;
                                    /** @description The name of the column. */
                                    column: string;
                                }[];
                                /** @description The row of the newer version. */
                                row: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description Rows that only the older version has. */
                            removed: {
                                [key: string]: unknown;
                            }[];
                        };
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, key-column-unknown, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "key-column-unknown" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: access-needed, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, no-such-address, version-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "version-unknown";
                    };
                };
            };
            /** @description Conflict: key-value-missing, key-value-twice, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-value-missing" | "key-value-twice" | "rows-loading";
                    };
                };
            };
            /** @description Gone: version-not-kept. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "version-not-kept";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: compare-too-slow, counts-busy, engine-unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "compare-too-slow" | "counts-busy" | "engine-unavailable";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_assets_upload_csv: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What separates cells: comma, semicolon, tab, pipe. */
                    delimiter?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description Words that mean an empty cell: a JSON list for all columns, such as ["n/a"], or lists by their names, at most 20 each. */
                    empty?: string;
                    /** @description One of utf-8, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, windows-1253, windows-1254, windows-1255, windows-1256, windows-1257, windows-1258, windows-874, iso-8859-2, iso-8859-3, iso-8859-4, iso-8859-5, iso-8859-6, iso-8859-7, iso-8859-8, iso-8859-9, iso-8859-10, iso-8859-13, iso-8859-14, iso-8859-15, iso-8859-16, macintosh, maccenteuro, maccroatian, maccyrillic, macgreek, maciceland, macromania, macturkish, koi8-r, koi8-u, cp437, cp720, cp737, cp775, cp850, cp852, cp855, cp857, cp860, cp861, cp862, cp863, cp864, cp865, cp866, cp869, shift_jis, euc-jp, gb18030, big5, euc-kr. */
                    encoding?: string;
                    /** @description The file within a ZIP file, by its name there, if there are several. */
                    entry?: string;
                    /**
                     * Format: binary
                     * @description The CSV, Excel (.xlsx), JSON or Parquet file, which may be packed by gzip, zstd or ZIP.
                     */
                    file: string;
                    /** @description The format of the file, if it is not as its bytes show: csv, tsv, txt, xlsx, json, ndjson, jsonl, parquet. */
                    format?: string;
                    /** @description yes: the first row has the names of the columns; no: it does not. */
                    header?: string;
                    /** @description Whether everybody sees it. */
                    is_public?: string;
                    /** @description Words by which it is found. */
                    keywords?: string;
                    /** @description The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated. */
                    license?: string;
                    /** @description The terms of a licence of your own, or an addition. */
                    license_terms?: string;
                    /** @description What happens where a cell is not what its column is read as: set-aside, refuse, text. set-aside, as without it: the row is set aside; refuse: the file is refused; text: the column is text. */
                    on_misfit?: string;
                    /** @description Whether others have to ask its owner for access. */
                    on_request?: string;
                    /** @description Always 0. */
                    price?: string;
                    /** @description What encloses text: double, single, none. */
                    quote?: string;
                    /** @description Markdown; HTML in it is shown as text. */
                    read_me?: string;
                    /** @description What one row is, such as: one reading of one gauge. */
                    row_meaning?: string;
                    /** @description The sheet of a workbook, by its name; otherwise the first one that is shown and has cells. */
                    sheet?: string;
                    /** @description Lines to skip before the table, at most 1000. */
                    skip_lines?: string;
                    /** @description Where the data come from: an address with http or https. */
                    source_url?: string;
                    /** @description What it is called. */
                    title: string;
                    /** @description How columns are read: auto, or a JSON object by their names, such as {"price": "decimal-comma"}: text, number, integer, double, decimal, boolean, date, timestamp, timestamptz, time, decimal-comma, thousands-comma, thousands-point, percent, percent-comma, currency, currency-comma, duration, day-first, month-first, year-first, day-first-time, month-first-time, year-first-time, month-name, week, yes-no, decimal(12,2) and the like, currency(EUR). auto takes the local notation that is the only one to fit every cell; the name * stands for all other columns. */
                    types?: string;
                    /** @description How often new rows are expected. */
                    update_frequency?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column as the file or the API spells it. */
                            label: string;
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description What was decided about the file and changed in it. */
                        load_report: components["schemas"]["LoadReportOrNull"];
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description Rows of the file that do not fit its columns and were set aside. */
                        rejected: number;
                        /** @description How many rows can be read now. */
                        rowCount: number;
                        /** @description The name of its table in streams. */
                        table_name: string;
                    };
                };
            };
            /** @description While rows load; status_url is where to wait for them. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of the page that shows how far the load is. */
                        job: string;
                        /** @description The path of the page of the dataset. */
                        redirectUrl: string;
                        /** @description The address of its status, where its end can be waited for. */
                        status_url: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, bad-encoding, bad-gzip, category-unknown, data-parameter, dataset-title-missing, dataset-title-too-long, empty, entry-locked, entry-missing, entry-unnamed, file-damaged, file-empty, file-name-not-csv, file-or-title-missing, form-field-unknown, form-part-unnamed, form-too-many-parts, form-unreadable, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, licence-unknown, load-setting-invalid, multipart-invalid, no-fitting-row, no-rows, not-a-table, other-format, parameter-repeated, parameter-unknown, percent-sign-alone, price-fixed, public-unclear, sheet-missing, source-url-invalid, text-with-nul, unclosed-quote, unknown, update-frequency-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "bad-encoding" | "bad-gzip" | "category-unknown" | "data-parameter" | "dataset-title-missing" | "dataset-title-too-long" | "empty" | "entry-locked" | "entry-missing" | "entry-unnamed" | "file-damaged" | "file-empty" | "file-name-not-csv" | "file-or-title-missing" | "form-field-unknown" | "form-part-unnamed" | "form-too-many-parts" | "form-unreadable" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "licence-unknown" | "load-setting-invalid" | "multipart-invalid" | "no-fitting-row" | "no-rows" | "not-a-table" | "other-format" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "price-fixed" | "public-unclear" | "sheet-missing" | "source-url-invalid" | "text-with-nul" | "unclosed-quote" | "unknown" | "update-frequency-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown";
                    };
                };
            };
            /** @description Request timeout: body-late, upload-cut-off, upload-too-long, upload-too-slow. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-late" | "upload-cut-off" | "upload-too-long" | "upload-too-slow";
                    };
                };
            };
            /** @description Conflict: cancelled, columns-changed, instance-removed, key-empty, key-twice. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cancelled" | "columns-changed" | "instance-removed" | "key-empty" | "key-twice";
                    };
                };
            };
            /** @description Content too large: body-too-large, cell-too-large, columns-too-long, first-row-too-large, form-field-too-long, form-too-large, over-file-limit, repeated-upload-too-large, too-large, too-many-columns, upload-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "cell-too-large" | "columns-too-long" | "first-row-too-large" | "form-field-too-long" | "form-too-large" | "over-file-limit" | "repeated-upload-too-large" | "too-large" | "too-many-columns" | "upload-too-large";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, file-encoded, file-not-multipart. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "file-encoded" | "file-not-multipart";
                    };
                };
            };
            /** @description Key reused: cell-misfit, idempotency-key-reused, source, source-status. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "cell-misfit" | "idempotency-key-reused" | "source" | "source-status";
                    };
                };
            };
            /** @description Too many requests: bytes-of-day-used, quota, too-many-attempts, uploads-busy, uploads-of-address-busy, uploads-of-day-used, uploads-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bytes-of-day-used" | "quota" | "too-many-attempts" | "uploads-busy" | "uploads-of-address-busy" | "uploads-of-day-used" | "uploads-of-user-busy";
                    };
                };
            };
            /** @description Server fault: fault, server-fault. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "fault" | "server-fault";
                    };
                };
            };
            /** @description Service unavailable: bodies-busy, engine-unavailable, server-stopping, upload-yielded. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "server-stopping" | "upload-yielded";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_audit_why: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: what the person saw then, and why. */
                as_of?: string;
                /** @description The id of a dataset, a connector or one of its versions, or an output table. */
                item?: string;
                /** @description The id, name or e-mail address of the person; without it yourself. */
                user?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules that apply. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhySeen"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            /** @description Not found: item-unknown, version-none-then, version-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "version-none-then" | "version-unknown";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_blog: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
                /** @description Words of title or content; all must be found. */
                search?: string;
                /** @description Only posts of this type. */
                type?: "update" | "use_case" | "whitepaper";
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The posts, newest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedPost"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_blog: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description HTML. What is not allowed in posts, such as scripts, is removed.
                     * @default
                     */
                    content?: string;
                    /** @description Its address, which begins with https://. */
                    cover_image?: string | null;
                    /**
                     * @description The last part of its address, such as summer-update.
                     * @default
                     */
                    slug?: string;
                    /**
                     * @description The title of the post.
                     * @default
                     */
                    title?: string;
                    /**
                     * @description What kind of post it is.
                     * @default update
                     * @enum {string}
                     */
                    type?: "update" | "use_case" | "whitepaper";
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the post. */
                        id: string;
                        /** @description The path of its page. */
                        redirectUrl: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, cover-image-invalid, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, post-blocks-invalid, post-slug-invalid, post-slug-missing, post-title-missing, post-title-too-long, post-unreadable, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "cover-image-invalid" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "post-blocks-invalid" | "post-slug-invalid" | "post-slug-missing" | "post-title-missing" | "post-title-too-long" | "post-unreadable" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, not-an-editor, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "not-an-editor" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: slug-taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "slug-taken";
                    };
                };
            };
            /** @description Content too large: body-too-large, body-too-many-values, post-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "post-too-large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_blog_slug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The slug of a post. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Post"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPath"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_blog_slug_like: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The slug of a post. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether you like it now. */
                        liked: boolean;
                        /** @description How many users like it. */
                        likes: number;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            404: components["responses"]["NotFoundOfPath"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description A cursor of a Link header: the page before it. */
                before?: string;
                /** @description Only items of this category, or of these. */
                category?: string[];
                /** @description Items on a page; more than 100 count as 100. */
                limit?: string;
                /** @description A page by its number, within the first 10,000 items; X-Total-Count is sent. */
                page?: string;
                /** @description Words of title, keywords, columns, category, author or description. */
                search?: string;
                /** @description The order. relevance is for searches. Another order than newest is made of the newest 500 matches of a search. */
                sort?: "relevance" | "newest" | "updated" | "title" | "users" | "rows";
                /** @description true: X-Total-Count is sent. */
                total?: "true" | "false";
                /** @description Only items whose rows or card have changed since then. */
                updated_since?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest version of every connector you may see; dsl is null where it is larger than 16 kB, and dsl_left_out is true: the next call has it. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connector"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A connector with all_versions; your own draft, with what its import noted. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorWithVersions"] | components["schemas"]["Draft"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_connectors_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether it is gone; false: it stays for those who still use it. */
                        deleted: boolean;
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: connector-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, draft-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "draft-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_id_changes: {
        parameters: {
            query?: {
                /** @description The number of the version to compare with; without it the one before. */
                since?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes; defaults of private fields are for their author alone. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorChanges"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_connectors_id_draft: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The address of the documentation of the API. */
                    api_doc_url?: string | null;
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description The definition of the connector: JSON, or its text. */
                    dsl?: unknown;
                    /** @description Whether everybody sees it. */
                    is_public?: boolean;
                    /**
                     * @description Always 0.
                     * @enum {number}
                     */
                    price?: 0;
                    /**
                     * @description inactive: takes a published version out of use.
                     * @enum {string}
                     */
                    status?: "draft" | "inactive";
                    /** @description What it is called. */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description The draft, or the version. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"] | components["schemas"]["Connector"];
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, category-unknown, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-unknown" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: connector-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, draft-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "draft-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: draft-not-published, taken-down, too-many-drafts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "draft-not-published" | "taken-down" | "too-many-drafts";
                    };
                };
            };
            /** @description Content too large: body-too-large, body-too-many-values, draft-text-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "draft-text-too-large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_id_image: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: base64
                     * @description The bytes of a PNG, JPEG or WebP file as base64: at most 2 MB and 4,096 pixels.
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Its path. */
                        image: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, image-missing, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "image-missing" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: connector-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Content too large: body-too-large, body-too-many-values, image-too-large, image-too-wide. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "image-too-large" | "image-too-wide";
                    };
                };
            };
            /** @description Unsupported media type: body-encoded, body-not-json-type, image-unsupported. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-encoded" | "body-not-json-type" | "image-unsupported";
                    };
                };
            };
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_connectors_id_image: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: connector-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_id_latest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest version that you may see, with all_versions; Content-Location is its own address. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorWithVersions"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_id_publish: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the version. */
                        id: string;
                        /** @description The path of its page. */
                        redirectUrl: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, category-unknown, data-parameter, definition-invalid, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, title-missing. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "category-unknown" | "data-parameter" | "definition-invalid" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "title-missing";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: connector-not-yours, key-limited, not-the-owner, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-not-yours" | "key-limited" | "not-the-owner" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, draft-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "draft-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: connector-inactive, taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-inactive" | "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_id_versions: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a version or a draft of a connector. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All versions, newest first; dsl and dsl_left_out as in the list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Connector"] | components["schemas"]["Draft"])[];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_activate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which way of signing in of the definition is used, from 0. */
                    auth_choice?: number;
                    /** @description Secrets and other texts of the way of signing in, by the keys of its fields. Nobody reads them again. */
                    auth_data?: {
                        [key: string]: string;
                    };
                    /** @description The body of requests, with {placeholders}; null: that of the definition. */
                    body_template?: unknown;
                    /** @description The id of a version of a connector. */
                    connector_id: string;
                    /** @description Headers of requests in addition to those of the definition, by name. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description The hosts that may be called: an API key must name them all, because nobody sees them in a browser, and everybody must where a change leads a connection to other hosts. */
                    hosts?: string[];
                    /** @description Lists of values by the keys of their settings: requests are made for each value. */
                    iterations?: {
                        [key: string]: components["schemas"]["JsonValue"][];
                    };
                    /**
                     * @description The method of requests; null: that of the definition.
                     * @enum {string|null}
                     */
                    method?: "GET" | "POST" | null;
                    /** @description Whether a run replaces the rows of the table. */
                    override?: boolean;
                    /** @description Minutes between runs or fetches that start by themselves; 0: none do. */
                    refresh_interval?: number;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the connection. */
                        id: string;
                        /** @description The name of its own table, which its first operation fills. */
                        output_table_name: string;
                        /** @description Its tables, one for each operation. */
                        outputs: {
                            /** @description Opens it in streams, as its name does; null: it was never filled. */
                            id: string | null;
                            /** @description null: no operation of this version fills it any more. */
                            operation: string | null;
                            /** @description The name of the table in streams. */
                            table_name: string;
                        }[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, settings-invalid, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "settings-invalid" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, other-site, places-used-up, schedule-not-in-plan, scheduled-runs-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "other-site" | "places-used-up" | "schedule-not-in-plan" | "scheduled-runs-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: already-connected, connector-inactive, definition-outdated, definition-unsafe, hosts-unnamed, taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "already-connected" | "connector-inactive" | "definition-outdated" | "definition-unsafe" | "hosts-unnamed" | "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Which way of signing in of the definition is used, from 0. */
                    auth_choice?: number;
                    /** @description Secrets and other texts of the way of signing in, by the keys of its fields. Nobody reads them again. */
                    auth_data?: {
                        [key: string]: string;
                    };
                    /** @description The body of requests, with {placeholders}; null: that of the definition. */
                    body_template?: unknown;
                    /** @description The id of a version of a connector. */
                    connector_id?: string;
                    /** @description The hosts that may be called, and where each secret may be sent. */
                    consent?: {
                        /** @description The hosts that may be called. */
                        hosts: string[];
                        /**
                         * @description The secrets and where each may be sent.
                         * @default []
                         */
                        places?: {
                            /** @description The key of the secret. */
                            field: string;
                            /** @description The host that it may be sent to. */
                            host: string;
                            /** @description Where in a request it may be sent. */
                            where: string;
                        }[];
                    };
                    /** @description The definition of the connector: JSON, or its text. */
                    dsl?: unknown;
                    /** @description Headers of requests in addition to those of the definition, by name. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description The id of a connection of yours. */
                    instance_id?: string;
                    /** @description Lists of values by the keys of their settings: requests are made for each value. */
                    iterations?: {
                        [key: string]: components["schemas"]["JsonValue"][];
                    };
                    /**
                     * @description The method of requests; null: that of the definition.
                     * @enum {string|null}
                     */
                    method?: "GET" | "POST" | null;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What came of it, in a sentence. */
                        message: string;
                        /** @description How long it took, in milliseconds. */
                        ms: number;
                        /** @description Whether the API answered as the definition expects. */
                        ok: boolean;
                        /** @description The HTTP status of the last answer; null: none came. */
                        status: number | null;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, definition-invalid, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, nothing-to-try, parameter-repeated, parameter-unknown, percent-sign-alone, settings-invalid, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "definition-invalid" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "nothing-to-try" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "settings-invalid" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: connector-unknown, instance-unknown, item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "instance-unknown" | "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: connection-stopped, connector-inactive, definition-outdated, hosts-unnamed, setting-decides-host, test-read-unconfirmed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connection-stopped" | "connector-inactive" | "definition-outdated" | "hosts-unnamed" | "setting-decides-host" | "test-read-unconfirmed";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: too-many-attempts, tries-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "too-many-attempts" | "tries-of-user-busy";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: bodies-busy, engine-unavailable, tries-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "tries-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_draft: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The address of the documentation of the API. */
                    api_doc_url?: string | null;
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description The definition of the connector: JSON, or its text. */
                    dsl?: unknown;
                    /** @description Whether everybody sees it. */
                    is_public?: boolean;
                    /** @description The version of yours that the draft becomes the next version of; null: a new connector. */
                    parent_id?: string | null;
                    /**
                     * @description Always 0.
                     * @enum {number}
                     */
                    price?: 0;
                    /** @description What it is called. */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Of a draft that was open already. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The draft. */
                        connector: {
                            /** @description The id of the draft. */
                            id: string;
                        };
                    };
                };
            };
            /** @description Of a new draft. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The draft. */
                        connector: {
                            /** @description The id of the draft. */
                            id: string;
                        };
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, category-unknown, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-unknown" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: connector-not-yours, key-limited, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-not-yours" | "key-limited" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, draft-unknown, item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "draft-unknown" | "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: too-many-drafts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "too-many-drafts";
                    };
                };
            };
            /** @description Content too large: body-too-large, body-too-many-values, draft-text-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "draft-text-too-large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_drafts: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your drafts, the last saved first, without dsl; GET /api/connectors/{id} has one of them whole. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftLine"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the text is.
                     * @enum {string}
                     */
                    kind?: "openapi" | "airbyte" | "postman" | "har" | "curl";
                    /** @description Which operations of the document become part of the draft; absent: all. */
                    operations?: string[];
                    /** @description The OpenAPI 3 document, as JSON or YAML, or the curl command. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description A draft, what was guessed or changed, and what of it is lost. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The draft. */
                        connector: {
                            /** @description The id of the draft. */
                            id: string;
                        };
                        /** @description The definition of the draft. */
                        definition: {
                            [key: string]: unknown;
                        };
                        /** @description What of the source costs rows or fields, because a connector cannot do it. */
                        lost: {
                            /** @description What it is there, as a code such as `record-filter`. */
                            feature: string;
                            /** @description What is lost, in one sentence. */
                            message: string;
                            /** @description Where it is in what was imported. */
                            place: string;
                        }[];
                        /** @description What could not be imported, was guessed or was changed. */
                        notes: {
                            /** @description What it is, in a sentence. */
                            message: string;
                            /** @description Where it is in what was imported. */
                            place: string;
                        }[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, import-empty, import-unreadable, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "import-empty" | "import-unreadable" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: draft-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "draft-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: too-many-drafts. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "too-many-drafts";
                    };
                };
            };
            /** @description Content too large: body-too-large, body-too-many-values, draft-text-too-large, import-too-costly, import-too-large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "body-too-large" | "body-too-many-values" | "draft-text-too-large" | "import-too-costly" | "import-too-large";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Key reused: idempotency-key-reused, stream-not-portable. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "idempotency-key-reused" | "stream-not-portable";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_instance_instanceId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionWithRun"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwner"];
            404: components["responses"]["NotFoundOfPathOfItemOfInstance"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_connectors_instance_instanceId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Which way of signing in of the definition is used, from 0. */
                    auth_choice?: number;
                    /** @description Secrets and other texts of the way of signing in, by the keys of its fields. Nobody reads them again. */
                    auth_data?: {
                        [key: string]: string;
                    };
                    /** @description The body of requests, with {placeholders}; null: that of the definition. */
                    body_template?: unknown;
                    /** @description Headers of requests in addition to those of the definition, by name. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description The hosts that may be called: an API key must name them all, because nobody sees them in a browser, and everybody must where a change leads a connection to other hosts. */
                    hosts?: string[];
                    /** @description Lists of values by the keys of their settings: requests are made for each value. */
                    iterations?: {
                        [key: string]: components["schemas"]["JsonValue"][];
                    };
                    /**
                     * @description The method of requests; null: that of the definition.
                     * @enum {string|null}
                     */
                    method?: "GET" | "POST" | null;
                    /** @description Whether a run replaces the rows of the table. */
                    override?: boolean;
                    /** @description Minutes between runs or fetches that start by themselves; 0: none do. */
                    refresh_interval?: number;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, settings-invalid, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "settings-invalid" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, not-the-owner, other-site, schedule-not-in-plan, scheduled-runs-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "not-the-owner" | "other-site" | "schedule-not-in-plan" | "scheduled-runs-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, instance-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "instance-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: definition-outdated, hosts-unnamed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "definition-outdated" | "hosts-unnamed";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_instance_instanceId_publish: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description Whether everybody sees it. */
                    is_public?: boolean;
                    /** @description Words by which it is found. */
                    keywords?: string[];
                    /** @description The SPDX identifier of a licence; `other`: see license_terms; `none`: not stated. */
                    license?: string;
                    /** @description The terms of a licence of your own, or an addition. */
                    license_terms?: string;
                    /** @description Whether others have to ask its owner for access. */
                    on_request?: boolean;
                    /** @description The id of the operation whose rows are published; absent: the only one. */
                    operation?: string;
                    /** @description Markdown; HTML in it is shown as text. */
                    read_me?: string;
                    /** @description What one row is, such as: one reading of one gauge. */
                    row_meaning?: string;
                    /** @description Where the data come from: an address with http or https. */
                    source_url?: string;
                    /** @description What it is called. */
                    title: string;
                    /**
                     * @description How often new rows are expected.
                     * @enum {string}
                     */
                    update_frequency?: "" | "continuous" | "hourly" | "daily" | "weekly" | "monthly" | "quarterly" | "annual" | "irregular" | "never";
                };
            };
        };
        responses: {
            /** @description A dataset that shows each complete pull, private unless told. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the dataset. */
                        id: string;
                        /** @description The path of its page. */
                        redirectUrl: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, category-unknown, data-parameter, dataset-title-missing, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, licence-unknown, operation-without-table, parameter-repeated, parameter-unknown, percent-sign-alone, source-url-invalid, text-not-unicode, text-with-nul, update-frequency-unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-unknown" | "data-parameter" | "dataset-title-missing" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "licence-unknown" | "operation-without-table" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "source-url-invalid" | "text-not-unicode" | "text-with-nul" | "update-frequency-unknown";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwnerOfChange"];
            404: components["responses"]["NotFoundOfPathOfItemOfInstance"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: output-incomplete, output-published. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "output-incomplete" | "output-published";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_instance_instanceId_run: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether a run replaces the rows of the table. */
                    override?: boolean;
                    /** @description Whether the run reads everything again, not only what is new. */
                    restart?: boolean;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description A run, version being the connector's. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description While it goes on; status_url is where to wait for its end. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedRun"];
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, not-the-owner, other-site, runs-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "not-the-owner" | "other-site" | "runs-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItemOfInstance"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: connection-stopped, run-gone, run-in-progress, setting-decides-host. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connection-stopped" | "run-gone" | "run-in-progress" | "setting-decides-host";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_instance_instanceId_runs: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs, newest first, each as above with number, trigger, pages. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunLine"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwner"];
            404: components["responses"]["NotFoundOfPathOfItemOfInstance"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_instance_instanceId_runs_runId: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
                /** @description The id of a run. */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run with operations, incremental, override, restart, setting_keys, own_settings, its progress while it goes on or when it was cut off, and its requests (the first and last 500, secrets masked); ignored marks those whose answer the definition takes as no rows, failed_count and ignored_count say how many of these there are. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRecord"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwner"];
            404: components["responses"]["NotFoundOfPathOfItemOfInstance"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_instance_instanceId_runs_runId_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
                /** @description The id of a run. */
                runId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run, cancelled; its rows are thrown away; 409 when it has ended. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwnerOfChange"];
            /** @description Not found: instance-unknown, item-unknown, no-such-address, run-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "instance-unknown" | "item-unknown" | "no-such-address" | "run-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: run-over. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "run-over";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_migrate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Secrets and other texts of the way of signing in, by the keys of its fields. Nobody reads them again. */
                    auth_data?: {
                        [key: string]: string;
                    };
                    /** @description The hosts that may be called: an API key must name them all, because nobody sees them in a browser, and everybody must where a change leads a connection to other hosts. */
                    hosts?: string[];
                    /** @description The version to move to. */
                    new_connector_id: string;
                    /** @description The version that the connection has now. */
                    old_connector_id: string;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the connection. */
                        id: string;
                        /** @description What was done, in a sentence for people. */
                        message: string;
                        /** @description The keys of settings that had a value and that the new version does not know. */
                        unknown_settings: string[];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, settings-invalid, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "settings-invalid" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, other-site, schedule-not-in-plan, scheduled-runs-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "other-site" | "schedule-not-in-plan" | "scheduled-runs-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: connector-unknown, instance-unknown, item-unknown, nothing-to-migrate. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "instance-unknown" | "item-unknown" | "nothing-to-migrate";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: already-connected, connector-inactive, consent-needed, definition-outdated, definition-unsafe, hosts-unnamed, taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "already-connected" | "connector-inactive" | "consent-needed" | "definition-outdated" | "definition-unsafe" | "hosts-unnamed" | "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_connectors_my: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your connections, the oldest first, each with last_run (a run as below) and tables: [{ operation, table_name, rows, columns, updated_at }], one for each operation. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionWithRun"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Which way of signing in of the definition is used, from 0. */
                    auth_choice?: number;
                    /** @description Secrets and other texts of the way of signing in, by the keys of its fields. Nobody reads them again. */
                    auth_data?: {
                        [key: string]: string;
                    };
                    /** @description The body of requests, with {placeholders}; null: that of the definition. */
                    body_template?: unknown;
                    /** @description The id of a version of a connector. */
                    connector_id?: string;
                    /** @description The hosts that may be called, and where each secret may be sent. */
                    consent?: {
                        /** @description The hosts that may be called. */
                        hosts: string[];
                        /**
                         * @description The secrets and where each may be sent.
                         * @default []
                         */
                        places?: {
                            /** @description The key of the secret. */
                            field: string;
                            /** @description The host that it may be sent to. */
                            host: string;
                            /** @description Where in a request it may be sent. */
                            where: string;
                        }[];
                    };
                    /** @description The definition of the connector: JSON, or its text. */
                    dsl?: unknown;
                    /** @description The key of the field whose options are asked for. */
                    field: string;
                    /** @description Headers of requests in addition to those of the definition, by name. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description The id of a connection of yours. */
                    instance_id?: string;
                    /** @description Lists of values by the keys of their settings: requests are made for each value. */
                    iterations?: {
                        [key: string]: components["schemas"]["JsonValue"][];
                    };
                    /**
                     * @description The method of requests; null: that of the definition.
                     * @enum {string|null}
                     */
                    method?: "GET" | "POST" | null;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description { ok, options: [{ value, label }] } or { ok: false, message }. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether there are options.
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description The options, in the order of the API. */
                        options: {
                            /** @description What people call it. */
                            label: string;
                            /** @description The value to send. */
                            value: string;
                        }[];
                    } | {
                        /** @description Why there are none, in a sentence. */
                        message: string;
                        /**
                         * @description Whether there are options.
                         * @enum {boolean}
                         */
                        ok: false;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, definition-invalid, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, nothing-to-try, parameter-repeated, parameter-unknown, percent-sign-alone, settings-invalid, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "definition-invalid" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "nothing-to-try" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "settings-invalid" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: connector-unknown, instance-unknown, item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "instance-unknown" | "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: connection-stopped, connector-inactive, definition-outdated, hosts-unnamed, setting-decides-host, test-read-unconfirmed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connection-stopped" | "connector-inactive" | "definition-outdated" | "hosts-unnamed" | "setting-decides-host" | "test-read-unconfirmed";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: too-many-attempts, tries-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "too-many-attempts" | "tries-of-user-busy";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: bodies-busy, engine-unavailable, tries-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "tries-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_remove_instanceId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwnerOfChange"];
            404: components["responses"]["NotFoundOfPathOfItemOfInstance"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_run_instanceId: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a connection. */
                instanceId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Whether a run replaces the rows of the table. */
                    override?: boolean;
                    /** @description Whether the run reads everything again, not only what is new. */
                    restart?: boolean;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description A run. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            /** @description While it goes on; status_url is where to wait for its end. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedRun"];
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, not-the-owner, other-site, runs-used-up, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "not-the-owner" | "other-site" | "runs-used-up" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItemOfInstance"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: connection-stopped, run-gone, run-in-progress, setting-decides-host. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connection-stopped" | "run-gone" | "run-in-progress" | "setting-decides-host";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_test_read: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Which way of signing in of the definition is used, from 0. */
                    auth_choice?: number;
                    /** @description Secrets and other texts of the way of signing in, by the keys of its fields. Nobody reads them again. */
                    auth_data?: {
                        [key: string]: string;
                    };
                    /** @description The body of requests, with {placeholders}; null: that of the definition. */
                    body_template?: unknown;
                    /** @description The id of a version of a connector. */
                    connector_id?: string;
                    /** @description The hosts that may be called, and where each secret may be sent. */
                    consent?: {
                        /** @description The hosts that may be called. */
                        hosts: string[];
                        /**
                         * @description The secrets and where each may be sent.
                         * @default []
                         */
                        places?: {
                            /** @description The key of the secret. */
                            field: string;
                            /** @description The host that it may be sent to. */
                            host: string;
                            /** @description Where in a request it may be sent. */
                            where: string;
                        }[];
                    };
                    /** @description The definition of the connector: JSON, or its text. */
                    dsl?: unknown;
                    /** @description Headers of requests in addition to those of the definition, by name. */
                    headers?: {
                        [key: string]: string;
                    };
                    /** @description The id of a connection of yours. */
                    instance_id?: string;
                    /** @description Lists of values by the keys of their settings: requests are made for each value. */
                    iterations?: {
                        [key: string]: components["schemas"]["JsonValue"][];
                    };
                    /**
                     * @description The method of requests; null: that of the definition.
                     * @enum {string|null}
                     */
                    method?: "GET" | "POST" | null;
                    /** @description Values of the settings, by their keys. */
                    settings?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                };
            };
        };
        responses: {
            /** @description What was asked and answered, rows, columns, why it stopped; without a fitting consent 409 { error, consent }. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRead"];
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, definition-invalid, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, nothing-to-try, parameter-repeated, parameter-unknown, percent-sign-alone, settings-invalid, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "definition-invalid" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "nothing-to-try" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "settings-invalid" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: connector-unknown, instance-unknown, item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connector-unknown" | "instance-unknown" | "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: connection-stopped, connector-inactive, definition-outdated, hosts-unnamed, setting-decides-host, test-read-unconfirmed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "connection-stopped" | "connector-inactive" | "definition-outdated" | "hosts-unnamed" | "setting-decides-host" | "test-read-unconfirmed";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: too-many-attempts, tries-of-user-busy. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "too-many-attempts" | "tries-of-user-busy";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: bodies-busy, engine-unavailable, tries-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "tries-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_connectors_upload: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of the documentation of the API. */
                    api_doc_url?: string | null;
                    /** @description One of the categories. */
                    category?: string;
                    /** @description What it is about. */
                    description?: string;
                    /** @description The definition of the connector: JSON, or its text. */
                    dsl: unknown;
                    /** @description Whether everybody sees it. */
                    is_public?: boolean;
                    /**
                     * @description Always 0.
                     * @enum {number}
                     */
                    price?: 0;
                    /** @description What it is called. */
                    title: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the first version, which is also that of the connector. */
                        id: string;
                        /** @description The path of its page. */
                        redirectUrl: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, category-unknown, data-parameter, definition-invalid, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul, title-missing. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "category-unknown" | "data-parameter" | "definition-invalid" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul" | "title-missing";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: taken-down. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "taken-down";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_dataapps: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The charts, newest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedDataApp"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_dataapps: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How the rows are drawn. */
                    chart: {
                        /**
                         * @description How the numbers of a group become one.
                         * @enum {string}
                         */
                        aggregate?: "count" | "sum" | "mean" | "min" | "max";
                        /**
                         * @description How it is drawn.
                         * @enum {string}
                         */
                        kind: "line" | "bar" | "histogram" | "scatter";
                        /** @description The column of the horizontal axis. */
                        x: string;
                        /**
                         * @description The column of numbers; null: rows are counted.
                         * @default null
                         */
                        y?: string | null;
                    };
                    /** @description The id of the dataset that it draws. */
                    dataset_id: string;
                    /**
                     * @description Parameters of a stream that narrow its rows, such as where.level=gte.2.
                     * @default
                     */
                    filters?: string;
                    /** @description The title of the data app. */
                    title: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the data app. */
                        id: string;
                        /** @description The path of its page. */
                        redirectUrl: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, chart-does-not-fit, data-app-title-missing, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, stream-query-invalid, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "chart-does-not-fit" | "data-app-title-missing" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "stream-query-invalid" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: load-failed, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-failed" | "rows-loading";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: bodies-busy, engine-unavailable, preview-too-slow, previews-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "preview-too-slow" | "previews-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_dataapps_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a data app. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataApp"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, stream-query-invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "stream-query-invalid";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPath"];
            /** @description Conflict: load-failed, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-failed" | "rows-loading";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: engine-unavailable, preview-too-slow, previews-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "engine-unavailable" | "preview-too-slow" | "previews-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_dataapps_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a data app. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: data-app-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "data-app-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_dev_apikey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your own. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The key before stops working. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The new streaming key. */
                        api_key?: string;
                        /**
                         * @description Only in the answer to a repeated call with the same Idempotency-Key, which has no secret.
                         * @enum {boolean}
                         */
                        secret_shown?: false;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-of-another, other-site, session-needed, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-of-another" | "other-site" | "session-needed" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: user-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "user-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history_kind_id: {
        parameters: {
            query?: {
                /** @description Only events of this kind. */
                about?: "versions" | "drafts" | "settings" | "access" | "runs";
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Only up to this time. */
                as_of?: string;
                /** @description Only from this time on. */
                from?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
                /** @description A user who did it, or whom it is about: the id, the name or the e-mail address. */
                person?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of what the kind names. */
                id: string;
                /** @description What the history is of: dataset, connector, instance or user. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEvent"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfVersion"];
            410: components["responses"]["GoneOfVersion"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history_kind_id_export: {
        parameters: {
            query?: {
                /** @description Only events of this kind. */
                about?: "versions" | "drafts" | "settings" | "access" | "runs";
                /** @description Only up to this time. */
                as_of?: string;
                /** @description In CSV, cells that spreadsheets run begin with '. */
                format?: "json" | "csv";
                /** @description Only from this time on. */
                from?: string;
                /** @description A user who did it, or whom it is about: the id, the name or the e-mail address. */
                person?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of what the kind names. */
                id: string;
                /** @description What the history is of: dataset, connector, instance or user. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, the latest first. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryEvent"][];
                    "text/csv": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfVersion"];
            410: components["responses"]["GoneOfVersion"];
            /** @description Too many requests: downloads-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-of-user-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: downloads-busy, engine-unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-busy" | "engine-unavailable";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history_kind_id_rows: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601; without it, now. */
                as_of?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of what the kind names. */
                id: string;
                /** @description What the history is of: dataset, connector, instance or user. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Since when readers saw this version. */
                        at: string;
                        /** @description The columns, in their order. */
                        columns: {
                            /** @description The name of the column in streams and filters. */
                            name: string;
                            /** @description The type of the column in Postgres: bigint, double precision, numeric, boolean, date, timestamp, timestamptz, time, text or jsonb. */
                            type: string;
                        }[];
                        /** @description The run that stored this version; null: no run did. */
                        made_by: {
                            /** @description The id of the version of the connector that it ran; null: not known. */
                            connector_id: string | null;
                            /** @description The number of that version; null: not known. */
                            connector_version: number | null;
                            /** @description The id of the run. */
                            run_id: string;
                            /** @description The settings that had a value. */
                            setting_keys: string[];
                        } | null;
                        /** @description The first 100 rows, by the names of their columns. */
                        rows: {
                            [key: string]: unknown;
                        }[];
                        /** @description The run that made each row, in their order; null: no run did. */
                        run_ids: string[] | null;
                        /** @description How many rows the version has. */
                        total: number;
                        /** @description The number of the version, from 1. */
                        version: number;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            /** @description Not found: history-no-rows-then, history-rows-not-kept, history-without-rows, item-unknown, no-such-address, version-none-then, version-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "history-no-rows-then" | "history-rows-not-kept" | "history-without-rows" | "item-unknown" | "no-such-address" | "version-none-then" | "version-unknown";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: engine-unavailable, preview-too-slow, previews-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "engine-unavailable" | "preview-too-slow" | "previews-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history_kind_id_state: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601; without it, now. */
                as_of?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of what the kind names. */
                id: string;
                /** @description What the history is of: dataset, connector, instance or user. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The time that was asked for (ISO 8601, UTC); null: now. */
                        as_of: string | null;
                        /** @description The id of what the kind names. */
                        id: string;
                        /** @description What it was then; its fields depend on the kind. */
                        state: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfVersion"];
            410: components["responses"]["GoneOfVersion"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history_kind_id_streams: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Of a user: only streams of this dataset or instance, by id. */
                item?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description refused: the calls of those who may not read it. Owners are told the names of people they know. */
                outcome?: "opened" | "refused";
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
                /** @description Of an item: only streams that this user opened: the id, the name or the e-mail address. */
                person?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of what the kind names. */
                id: string;
                /** @description What the history is of: dataset, connector, instance or user. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The streams. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedStream"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPath"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history_kind_id_timeline: {
        parameters: {
            query?: {
                /** @description Only up to this time. */
                as_of?: string;
                /** @description A user who did it, or whom it is about: the id, the name or the e-mail address. */
                person?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of what the kind names. */
                id: string;
                /** @description What the history is of: dataset, connector, instance or user. */
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The parts that have events. Of runs: how many began, and how many failed. */
                        bars: {
                            /** @description How many events there were; a kind without any is absent. */
                            counts: {
                                /** @description Events about access, connections, roles and keys. */
                                access?: number;
                                /** @description Events about drafts. */
                                drafts?: number;
                                /** @description Runs that failed or were abandoned. */
                                failed?: number;
                                /** @description All other events. */
                                other?: number;
                                /** @description Runs that began. */
                                runs?: number;
                                /** @description Events about settings, cards and profiles. */
                                settings?: number;
                                /** @description Events about versions and loads. */
                                versions?: number;
                            };
                            /** @description When the part begins (ISO 8601, UTC). */
                            from: string;
                            /** @description When it ends and the next one begins (ISO 8601, UTC). */
                            until: string;
                        }[];
                        /** @description false: there are earlier events, which were not counted. */
                        complete: boolean;
                        /** @description When the first part begins (ISO 8601, UTC); null: there are no events yet. */
                        from: string | null;
                        /** @description How many events were counted. */
                        total: number;
                        /**
                         * @description How long each part is; null: there are no events yet.
                         * @enum {string|null}
                         */
                        unit: "hour" | "day" | "week" | "month" | "year" | null;
                        /** @description When the last part ends (ISO 8601, UTC); null: there are no events yet. */
                        until: string | null;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfVersion"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPathOfVersion"];
            410: components["responses"]["GoneOfVersion"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history_stream_revision_proof: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The place of the event in its stream, from 0. */
                revision: string;
                /** @description The name of an event stream, such as dataset- and the id of a dataset. */
                stream: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file (tlog-proof) with the event; verify.mjs checks it without the server. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPath"];
            /** @description Conflict: proof-later. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "proof-later";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_openapi_3_0_json: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This API as an OpenAPI 3.0 document. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_openapi_json: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This API as an OpenAPI 3.1 document. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_runs_id: {
        parameters: {
            query?: {
                /** @description Seconds from 0 to 60: the answer comes at the end, or after this time. */
                wait?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a run. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status, with Retry-After while it goes on; with Accept: text/event-stream a status at each change, until the last one. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                    "text/event-stream": string;
                };
            };
            /** @description To an event stream that connects again after the last status. */
            204: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeaderOfWait"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfOwner"];
            404: components["responses"]["NotFoundOfPathOfItem"];
            429: components["responses"]["TooManyRequestsOfWait"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfWait"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_stream_data: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: the version that readers saw then. */
                as_of?: string;
                /** @description How bigint and numeric values are sent: as numbers with all their digits, or as texts. */
                bigint?: "number" | "string";
                /** @description Names of columns, with commas between them; absent: all. */
                columns?: string;
                /** @description exact: the number of all rows as X-Total-Count. */
                count?: "exact";
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                filters?: {
                    [key: string]: string;
                };
                /** @description The format of the rows. */
                format?: "json" | "ndjson" | "csv" | "xlsx" | "parquet";
                /** @description Rows at most. */
                limit?: string;
                /** @description Rows to skip. */
                offset?: string;
                /** @description The column to sort by; with - in front in descending order. */
                order?: string;
                /** @description The page of the list of tables. */
                page?: string;
                /** @description The name of the table. */
                table?: string;
                /** @description The number of an older version, from 1. */
                version?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows, CSV cells exactly as they are; without table a list of what the key can read: { id, connection_id, table, title, kind, rows, columns, url }, where url is the short address of its rows as JSON; 429 and 503 with Retry-After. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>[];
                    "application/vnd.apache.parquet": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The part of the Parquet file that Range asks for. */
            206: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, parameter-repeated, parameter-unknown, percent-sign-alone, rows-too-large-to-sort, stream-query-invalid, version-unclear. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "rows-too-large-to-sort" | "stream-query-invalid" | "version-unclear";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfKey"];
            /** @description Forbidden: access-needed-to-stream, scope-missing. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed-to-stream" | "scope-missing";
                    };
                };
            };
            404: components["responses"]["NotFoundOfItemOfVersion"];
            /** @description Conflict: load-failed, no-run-with-rows, not-run-yet, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-failed" | "no-run-with-rows" | "not-run-yet" | "rows-loading";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            /** @description Content too large: sheet-too-long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "sheet-too-long";
                    };
                };
            };
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "range-beyond-end";
                    };
                };
            };
            /** @description Too many requests: downloads-of-user-busy, streams-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-of-user-busy" | "streams-of-user-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: count-too-slow, counts-busy, downloads-busy, engine-unavailable, parquet-in-the-making, rows-too-slow, streams-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "count-too-slow" | "counts-busy" | "downloads-busy" | "engine-unavailable" | "parquet-in-the-making" | "rows-too-slow" | "streams-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_stream_data_excel: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: the version that readers saw then. */
                as_of?: string;
                /** @description How bigint and numeric values are sent: as numbers with all their digits, or as texts. */
                bigint?: "number" | "string";
                /** @description Names of columns, with commas between them; absent: all. */
                columns?: string;
                /** @description exact: the number of all rows as X-Total-Count. */
                count?: "exact";
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                filters?: {
                    [key: string]: string;
                };
                /** @description The format of the rows. */
                format?: "json" | "ndjson" | "csv" | "xlsx" | "parquet";
                /** @description Rows at most. */
                limit?: string;
                /** @description Rows to skip. */
                offset?: string;
                /** @description The column to sort by; with - in front in descending order. */
                order?: string;
                /** @description The name of the table. */
                table?: string;
                /** @description The number of an older version, from 1. */
                version?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows as CSV that Excel opens as it is. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>[];
                    "application/vnd.apache.parquet": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The part of the Parquet file that Range asks for. */
            206: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, parameter-repeated, parameter-unknown, percent-sign-alone, rows-too-large-to-sort, stream-query-invalid, version-unclear. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "rows-too-large-to-sort" | "stream-query-invalid" | "version-unclear";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfKey"];
            /** @description Forbidden: access-needed-to-stream, scope-missing. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed-to-stream" | "scope-missing";
                    };
                };
            };
            404: components["responses"]["NotFoundOfItemOfVersion"];
            /** @description Conflict: load-failed, no-run-with-rows, not-run-yet, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-failed" | "no-run-with-rows" | "not-run-yet" | "rows-loading";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            /** @description Content too large: sheet-too-long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "sheet-too-long";
                    };
                };
            };
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "range-beyond-end";
                    };
                };
            };
            /** @description Too many requests: downloads-of-user-busy, streams-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-of-user-busy" | "streams-of-user-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: count-too-slow, counts-busy, downloads-busy, engine-unavailable, parquet-in-the-making, rows-too-slow, streams-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "count-too-slow" | "counts-busy" | "downloads-busy" | "engine-unavailable" | "parquet-in-the-making" | "rows-too-slow" | "streams-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_token_excel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For 15 minutes it opens every stream address for your tables. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description When it stops working (ISO 8601, UTC). */
                        expires_at: string;
                        /** @description The token, which streams take in place of a key. */
                        token: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: foreign-site, session-needed, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "foreign-site" | "session-needed" | "streaming-key-elsewhere";
                    };
                };
            };
            405: components["responses"]["MethodNotAllowedOfHead"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_users_api_keys: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSession"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_api_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Ids of connectors or of your connections, with the output tables of these. */
                    connectors?: string[];
                    /**
                     * Format: date-time
                     * @description The same as expires_at.
                     */
                    expires?: string | null;
                    /**
                     * Format: date-time
                     * @description absent: until it is deleted.
                     */
                    expires_at?: string | null;
                    /** @description absent: "Key" and its number. */
                    name?: string;
                    /** @description Your password; for a key that can do more than read, if your last login was more than 15 minutes ago. */
                    password?: string;
                    /**
                     * @description What it may do; none includes another.
                     * @default [
                     *       "read"
                     *     ]
                     */
                    scopes?: ("read" | "run" | "write" | "admin")[];
                    /** @description Names of tables, or ids of datasets or connections; with tables or connectors the key opens nothing else. */
                    tables?: string[];
                };
            };
        };
        responses: {
            /** @description With the secret, which no later answer has. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the key, by which it is renamed and deleted. */
                        id: string;
                        /** @description The first nine and the last four characters of the key. */
                        key: string;
                        /** @description The name of the key. */
                        name: string;
                        /** @description The key itself. It is not shown again. */
                        secret?: string;
                        /** @description True: this answer has the text of the key. False in the answer to a repeated call. */
                        secretShown: boolean;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, confirming-password-wrong, data-parameter, expiry-past, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, key-thing-unknown, key-things-too-many, name-invalid, parameter-repeated, parameter-unknown, percent-sign-alone, scopes-missing, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "confirming-password-wrong" | "data-parameter" | "expiry-past" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "key-thing-unknown" | "key-things-too-many" | "name-invalid" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "scopes-missing" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: login-again, other-site, session-needed, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "login-again" | "other-site" | "session-needed" | "streaming-key-elsewhere";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: api-key-made-already, api-keys-used-up. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "api-key-made-already" | "api-keys-used-up";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_users_api_keys_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of an API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            /** @description Not found: api-key-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "api-key-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_users_api_keys_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of an API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new name of the key. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the key, by which it is renamed and deleted. */
                        id: string;
                        /** @description The first nine and the last four characters of the key. */
                        key: string;
                        /** @description The name of the key. */
                        name: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, name-invalid, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "name-invalid" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            /** @description Not found: api-key-unknown, item-unknown, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "api-key-unknown" | "item-unknown" | "no-such-address";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_change_email: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new address, which a link is mailed to. */
                    new_email: string;
                    /** @description The present password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The same for every address. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, new-email-invalid, new-email-password-needed, new-email-password-wrong, new-email-same, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "new-email-invalid" | "new-email-password-needed" | "new-email-password-wrong" | "new-email-same" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, registering-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "registering-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_change_password: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description false: your API keys and the streaming key end, and your webhooks are switched off.
                     * @default true
                     */
                    keep_keys?: boolean;
                    /** @description The new password: at least 8 characters. */
                    newPassword: string;
                    /** @description The present password. */
                    oldPassword: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, password-common, password-too-long, password-too-short, password-wrong, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "password-common" | "password-too-long" | "password-too-short" | "password-wrong" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            /** @description Not found: user-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "user-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_forgot_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of the account. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The same for every address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: registering-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "registering-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of the account. */
                    email: string;
                    /** @description The password of the account. */
                    password: string;
                    /** @description The path of the page to go to. */
                    redirect?: string;
                };
            };
        };
        responses: {
            /** @description With the session's cookie. */
            200: {
                headers: {
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                        /** @description The path of the page that was asked for, or /manage. */
                        redirect: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, login-failed, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "login-failed" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Forbidden: email-unverified, other-site, session-needed, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "email-unverified" | "other-site" | "session-needed" | "streaming-key-elsewhere";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                        /** @description The path of the page to log in. */
                        redirect: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_users_me: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The streaming key; null when an API key asks. */
                        api_key: string | null;
                        /** @description Your e-mail address. */
                        email: string;
                        /** @description Your id. */
                        id: string;
                        /** @description The name that others see. */
                        name: string;
                        /** @description The number of the plan: 1 Free, 2 Pro, 3 Ultra. */
                        plan: number;
                        /** @description User roles: admin, editor or auditor; empty: none. */
                        roles: string[];
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_users_me: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The present password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, deletion-password-needed, deletion-password-wrong, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "deletion-password-needed" | "deletion-password-wrong" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: last-admin. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "last-admin";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_users_me_export: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As a file, without secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Datasets that you may read. */
                        access: unknown[];
                        /** @description Your requests for access to datasets, the newest of each dataset. */
                        access_requests: unknown[];
                        /** @description Who you are. */
                        account: {
                            /** @description Your e-mail address. */
                            email: string;
                            /** @description Your id. */
                            id: string;
                            /** @description The name that others see. */
                            name: string;
                            /** @description The number of the plan: 1 Free, 2 Pro, 3 Ultra. */
                            plan: number;
                            /** @description User roles: admin, editor or auditor; empty: none. */
                            roles: string[];
                        };
                        /** @description Your API keys, without their secrets. */
                        api_keys: unknown[];
                        /** @description With their settings. */
                        connections: unknown[];
                        /** @description Every version. */
                        connectors: unknown[];
                        /** @description The charts that you saved. */
                        data_apps: unknown[];
                        /** @description With the addresses of their rows and original files. */
                        datasets: unknown[];
                        /** @description Your open drafts, with the text of their definitions. */
                        drafts: unknown[];
                        /** @description What happened to your account. */
                        history: unknown[];
                        /** @description The ids of the posts that you like. */
                        liked_posts: unknown[];
                        /** @description What you were told of. */
                        notices: unknown[];
                        /** @description Where you are logged in: the device, since when, and when it was last seen. */
                        sessions: unknown[];
                        /** @description Your webhooks, without their secrets. */
                        webhooks: unknown[];
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSession"];
            /** @description Too many requests: downloads-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-of-user-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: downloads-busy, engine-unavailable. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-busy" | "engine-unavailable";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_users_notices: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your notices. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_notices_read: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of a notice. */
                    id: string;
                } | {
                    /** @description The position of a notice: all up to it are marked as read. */
                    position: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_users_notices_settings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeSettings"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_users_notices_settings: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Requests for access, their answers, and access that others change. */
                    access?: {
                        /** @description Whether they are mailed. */
                        mail: boolean;
                        /** @description Whether they are shown on the page of notices. */
                        page: boolean;
                    };
                    /** @description API keys that expire soon, or ended with a new password. */
                    keys?: {
                        /** @description Whether they are mailed. */
                        mail: boolean;
                        /** @description Whether they are shown on the page of notices. */
                        page: boolean;
                    };
                    /** @description The log checkpoint, to keep outside this server. */
                    log?: {
                        /** @description Whether they are mailed. */
                        mail: boolean;
                        /** @description Whether they are shown on the page of notices. */
                        page: boolean;
                    };
                    /** @description Failed runs of your connections, and failed refreshes of your datasets. */
                    runs?: {
                        /** @description Whether they are mailed. */
                        mail: boolean;
                        /** @description Whether they are shown on the page of notices. */
                        page: boolean;
                    };
                    /** @description Changed columns of tables that you use. */
                    schema?: {
                        /** @description Whether they are mailed. */
                        mail: boolean;
                        /** @description Whether they are shown on the page of notices. */
                        page: boolean;
                    };
                    /** @description New versions of connectors and datasets that you use. */
                    version?: {
                        /** @description Whether they are mailed. */
                        mail: boolean;
                        /** @description Whether they are shown on the page of notices. */
                        page: boolean;
                    };
                    /** @description Webhooks that were switched off because their address failed. */
                    webhooks?: {
                        /** @description Whether they are mailed. */
                        mail: boolean;
                        /** @description Whether they are shown on the page of notices. */
                        page: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticeSettings"];
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_users_plan: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The number of the plan.
                     * @enum {number}
                     */
                    plan: 1 | 2 | 3 | 4;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of the plan: 1 Free, 2 Pro, 3 Ultra. */
                        plan: number;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, plan-unknown, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "plan-unknown" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            /** @description Not found: user-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "user-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: plan-coming-soon. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "plan-coming-soon";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address that the link to verify it is mailed to. */
                    email: string;
                    /** @description The name that others see. */
                    name: string;
                    /** @description At least 8 characters. */
                    password: string;
                    /**
                     * @description That you accept the terms.
                     * @enum {boolean}
                     */
                    terms?: true;
                };
            };
        };
        responses: {
            /** @description A mail with a link is on its way. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, email-invalid, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, name-invalid, parameter-repeated, parameter-unknown, password-common, password-too-long, password-too-short, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "email-invalid" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "name-invalid" | "parameter-repeated" | "parameter-unknown" | "password-common" | "password-too-long" | "password-too-short" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: user-name-taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "user-name-taken";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: passwords-busy, registering-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "registering-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_resend_verification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The address of the account. */
                    email: string;
                };
            };
        };
        responses: {
            /** @description The same for every address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: registering-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "registering-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_reset_password_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link in the mail. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Absent or false: API keys and the streaming key end, and webhooks are switched off.
                     * @default false
                     */
                    keep_keys?: boolean;
                    /** @description The new password: at least 8 characters. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, link-invalid, parameter-repeated, parameter-unknown, password-common, password-too-long, password-too-short, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "link-invalid" | "parameter-repeated" | "parameter-unknown" | "password-common" | "password-too-long" | "password-too-short" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfSessionOfChange"];
            404: components["responses"]["NotFoundOfPath"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_users_update_profile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name that others see. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Your new name. */
                        name: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, name-invalid, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "name-invalid" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: user-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "user-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: user-name-taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "user-name-taken";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_users_usage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_users_usage_increment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Always scheduled_run.
                     * @enum {string}
                     */
                    type: "scheduled_run";
                };
            };
        };
        responses: {
            /** @description The server counts runs by itself. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequestOfHeaderOfJsonRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_users_verify_email_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the link in the mail. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                        /** @description The path of the page to go to: to log in, to set a password, or your account. */
                        redirect: string;
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, key-in-address, link-invalid, parameter-repeated, parameter-unknown, percent-sign-alone. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "link-invalid" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfSession"];
            404: components["responses"]["NotFoundOfPath"];
            405: components["responses"]["MethodNotAllowedOfHead"];
            /** @description Conflict: email-taken. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "email-taken";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_webhooks: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_webhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The only dataset or connection that it tells of.
                     * @default null
                     */
                    item_id?: string | null;
                    /** @description The kinds of events that are sent. */
                    kinds: ("run.succeeded" | "run.partial" | "run.failed" | "dataset.version" | "access.requested" | "schema.changed")[];
                    /** @description Your password, if your last login was more than 15 minutes ago. */
                    password?: string;
                    /** @description An https address on the public internet, unless the operator allows it. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description With the secret, which no later answer has. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret that signs what is sent. It is not shown again. */
                        secret?: string;
                        /**
                         * @description Only in the answer to a repeated call with the same Idempotency-Key, which has no secret.
                         * @enum {boolean}
                         */
                        secret_shown?: false;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, confirming-password-wrong, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul, webhook-item-unknown, webhook-kinds-missing, webhook-url-invalid, webhook-url-private. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "confirming-password-wrong" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul" | "webhook-item-unknown" | "webhook-kinds-missing" | "webhook-url-invalid" | "webhook-url-private";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: login-again, other-site, session-needed, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "login-again" | "other-site" | "session-needed" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: webhook-made-already, webhooks-used-up. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "webhook-made-already" | "webhooks-used-up";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_webhooks_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            /** @description Not found: item-unknown, no-such-address, webhook-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "webhook-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_webhooks_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The only dataset or connection that it tells of. */
                    item_id?: string | null;
                    /** @description The kinds of events that are sent. */
                    kinds?: ("run.succeeded" | "run.partial" | "run.failed" | "dataset.version" | "access.requested" | "schema.changed")[];
                    /** @description Your password, if your last login was more than 15 minutes ago. */
                    password?: string;
                    /** @description An https address on the public internet, unless the operator allows it. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, confirming-password-wrong, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul, webhook-item-unknown, webhook-kinds-missing, webhook-url-invalid, webhook-url-private. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "confirming-password-wrong" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul" | "webhook-item-unknown" | "webhook-kinds-missing" | "webhook-url-invalid" | "webhook-url-private";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: login-again, other-site, session-needed, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "login-again" | "other-site" | "session-needed" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, no-such-address, webhook-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "webhook-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_webhooks_id_deliveries: {
        parameters: {
            query?: {
                /** @description A cursor of a Link header: the page after it. */
                after?: string;
                /** @description Items on a page, at most 1000. */
                limit?: string;
                /** @description A page by its number; without it the list goes on by the Link header. */
                page?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"][];
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            404: components["responses"]["NotFoundOfPath"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_webhooks_id_deliveries_delivery_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a delivery. */
                delivery: string;
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            404: components["responses"]["NotFoundOfPath"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: webhook-off. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "webhook-off";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_webhooks_id_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Your password, if your last login was more than 15 minutes ago. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description With the secret, which no later answer has. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The secret that signs what is sent. It is not shown again. */
                        secret?: string;
                        /**
                         * @description Only in the answer to a repeated call with the same Idempotency-Key, which has no secret.
                         * @enum {boolean}
                         */
                        secret_shown?: false;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, confirming-password-wrong, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "confirming-password-wrong" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: login-again, other-site, session-needed, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "login-again" | "other-site" | "session-needed" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, no-such-address, webhook-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "webhook-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: webhook-made-already. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "webhook-made-already";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_webhooks_id_switch: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether events are sent. */
                    enabled: boolean;
                    /** @description Your password, if your last login was more than 15 minutes ago. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, confirming-password-wrong, data-parameter, field-proto, host-invalid, host-repeated, idempotency-key-invalid, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "confirming-password-wrong" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "idempotency-key-invalid" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: key-limited, login-again, other-site, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key-limited" | "login-again" | "other-site" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, no-such-address, webhook-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "no-such-address" | "webhook-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            422: components["responses"]["KeyReusedRepeatable"];
            /** @description Too many requests: passwords-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "passwords-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_webhooks_id_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice, 1 to 200 characters, one for each change. The same call with the same key is carried out once; its answer is repeated with `Idempotency-Replayed: true` for a day. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `respond-async`: the answer comes at once, as 202 while the work goes on. `wait=N`: after at most N seconds (RFC 7240). */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    Location: components["headers"]["Location"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    "Retry-After": components["headers"]["LookAgain"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was done, in a sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestOfHeaderRepeatable"];
            401: components["responses"]["UnauthorizedOfAccount"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimitsOfChange"];
            404: components["responses"]["NotFoundOfPath"];
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description Conflict: webhook-off, webhook-tests-waiting. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "webhook-off" | "webhook-tests-waiting";
                    };
                };
            };
            413: components["responses"]["ContentTooLargeOfChange"];
            415: components["responses"]["UnsupportedMediaTypeOfChange"];
            422: components["responses"]["KeyReusedRepeatable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailableOfChange"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_d_file: {
        parameters: {
            query?: {
                /** @description A time in ISO 8601: the version that readers saw then. */
                as_of?: string;
                /** @description How bigint and numeric values are sent: as numbers with all their digits, or as texts. */
                bigint?: "number" | "string";
                /** @description Names of columns, with commas between them; absent: all. */
                columns?: string;
                /** @description exact: the number of all rows as X-Total-Count. */
                count?: "exact";
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                filters?: {
                    [key: string]: string;
                };
                /** @description Rows at most. */
                limit?: string;
                /** @description Rows to skip. */
                offset?: string;
                /** @description The column to sort by; with - in front in descending order. */
                order?: string;
                /** @description The number of an older version, from 1. */
                version?: string;
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of a table with .csv, .json, .ndjson, .parquet or .xlsx. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>[];
                    "application/vnd.apache.parquet": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            /** @description The part of the Parquet file that Range asks for. */
            206: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    "X-Total-Count": components["headers"]["TotalCount"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, parameter-repeated, parameter-unknown, percent-sign-alone, rows-too-large-to-sort, said-by-address, stream-query-invalid, version-unclear. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "rows-too-large-to-sort" | "said-by-address" | "stream-query-invalid" | "version-unclear";
                    };
                };
            };
            401: components["responses"]["UnauthorizedOfKey"];
            /** @description Forbidden: access-needed-to-stream, scope-missing. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "access-needed-to-stream" | "scope-missing";
                    };
                };
            };
            404: components["responses"]["NotFoundOfPathOfItemOfVersion"];
            /** @description Conflict: load-failed, no-run-with-rows, not-run-yet, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "load-failed" | "no-run-with-rows" | "not-run-yet" | "rows-loading";
                    };
                };
            };
            410: components["responses"]["GoneOfVersion"];
            /** @description Content too large: sheet-too-long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "sheet-too-long";
                    };
                };
            };
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "range-beyond-end";
                    };
                };
            };
            /** @description Too many requests: downloads-of-user-busy, streams-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "downloads-of-user-busy" | "streams-of-user-busy" | "too-many-attempts";
                    };
                };
            };
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: count-too-slow, counts-busy, downloads-busy, engine-unavailable, parquet-in-the-making, rows-too-slow, streams-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "count-too-slow" | "counts-busy" | "downloads-busy" | "engine-unavailable" | "parquet-in-the-making" | "rows-too-slow" | "streams-busy";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_log_checkpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A signed note (tlog-checkpoint), with the signatures of witnesses. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            /** @description Not found: log-not-signed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "log-not-signed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_log_keys: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One key a line: what it is for, and the key; retired ones come last. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_log_tile_level_tile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The level of the tile, from 0. */
                level: string;
                /** @description The index of the tile as in tlog-tiles, such as x001/234. */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hashes, 32 bytes each (tlog-tiles). */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            /** @description Not found: item-unknown, log-tile-missing, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "log-tile-missing" | "no-such-address";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_log_tile_entries_tile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The index of the tile as in tlog-tiles, such as x001/234. */
                tile: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Each entry after its length in two bytes (tlog-tiles). */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["UnauthorizedOfAccount"];
            /** @description Forbidden: auditors-only, key-limited, scope-missing, streaming-key-elsewhere. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "auditors-only" | "key-limited" | "scope-missing" | "streaming-key-elsewhere";
                    };
                };
            };
            /** @description Not found: item-unknown, log-tile-missing, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "log-tile-missing" | "no-such-address";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_log_witness_originHash_checkpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description SHA-256 of the origin of the log, in hexadecimal. */
                originHash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed note with the signature of this server. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description The client has this answer already: its If-None-Match has the ETag of it. */
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestOfHeader"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ForbiddenOfHeaderOfScopeOfLimits"];
            /** @description Not found: item-unknown, log-not-signed, no-such-address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "item-unknown" | "log-not-signed" | "no-such-address";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_log_witness_add_checkpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/plain": string;
            };
        };
        responses: {
            /** @description The signature line. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, body-not-json, body-not-utf8, body-too-deep, data-parameter, field-proto, host-invalid, host-repeated, input-invalid, key-in-address, parameter-repeated, parameter-unknown, percent-sign-alone, text-not-unicode, text-with-nul, witness-request-invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "body-not-json" | "body-not-utf8" | "body-too-deep" | "data-parameter" | "field-proto" | "host-invalid" | "host-repeated" | "input-invalid" | "key-in-address" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "text-not-unicode" | "text-with-nul" | "witness-request-invalid";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Forbidden: other-site, session-needed, streaming-key-elsewhere, witness-signature-wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "other-site" | "session-needed" | "streaming-key-elsewhere" | "witness-signature-wrong";
                    };
                };
            };
            /** @description Not found: witness-log-unknown. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "witness-log-unknown";
                    };
                };
            };
            408: components["responses"]["RequestTimeoutOfChange"];
            /** @description The size that this server cosigned last, if old is another one. */
            409: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/x.tlog.size": unknown;
                };
            };
            413: components["responses"]["ContentTooLargeOfChangeOfJson"];
            415: components["responses"]["UnsupportedMediaTypeOfChangeOfJson"];
            /** @description Key reused: witness-proof-wrong. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "witness-proof-wrong";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["ServerFault"];
            /** @description Service unavailable: bodies-busy, engine-unavailable, witness-not-ready. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "bodies-busy" | "engine-unavailable" | "witness-not-ready";
                    };
                };
            };
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_odata: {
        parameters: {
            query?: {
                /** @description json, whose parameters may follow it. */
                $format?: string;
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                "other parameters, which are ignored"?: {
                    [key: string]: string;
                };
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service document: an entity set for each table. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, odata-version-too-old, parameter-repeated, parameter-unknown, percent-sign-alone. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "odata-version-too-old" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            401: components["responses"]["UnauthorizedOfKeyOfOData"];
            403: components["responses"]["ForbiddenOfScopeOfOData"];
            /** @description Not acceptable: odata-format-unknown. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-format-unknown";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            429: components["responses"]["TooManyRequestsOfOData"];
            500: components["responses"]["ServerFaultOfOData"];
            /** @description Not implemented: odata-option-unsupported. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-option-unsupported";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            503: components["responses"]["ServiceUnavailableOfOData"];
            507: components["responses"]["InsufficientStorageOfOData"];
        };
    };
    get_odata_set: {
        parameters: {
            query?: {
                /** @description Groups in place of rows: groupby((station),aggregate(level with average as mean,$count as n)), with sum, min, max, average and countdistinct, after filter(…)/ if wanted. */
                $apply?: string;
                /** @description true: @odata.count is the number of all matching rows. */
                $count?: "true" | "false";
                /** @description eq ne gt ge lt le in, and or not, brackets, contains, startswith, endswith, year, month, day, hour, minute, second, date, time, tolower, toupper, trim, length, indexof, substring, round, floor, ceiling: level gt 2 and name ne 'Weir'. ne keeps rows without a value. */
                $filter?: string;
                /** @description json, whose parameters may follow it. */
                $format?: string;
                /** @description Names of properties, each with asc or desc. */
                $orderby?: string;
                /** @description Names of properties, with commas. */
                $select?: string;
                /** @description Rows to leave out. */
                $skip?: string;
                /** @description Of a nextLink. */
                $skiptoken?: string;
                /** @description Rows at most. */
                $top?: string;
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                "other parameters, which are ignored"?: {
                    [key: string]: string;
                };
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of a table. */
                set: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rows, and the address of the next page as @odata.nextLink. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, odata-query-invalid, odata-token-invalid, odata-version-too-old, parameter-repeated, parameter-unknown, percent-sign-alone, rows-too-large-to-sort. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "odata-query-invalid" | "odata-token-invalid" | "odata-version-too-old" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "rows-too-large-to-sort";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            401: components["responses"]["UnauthorizedOfKeyOfOData"];
            /** @description Forbidden: access-needed-to-stream, scope-missing. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "access-needed-to-stream" | "scope-missing";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            404: components["responses"]["NotFoundOfPathOfItemOfOData"];
            /** @description Not acceptable: odata-format-unknown. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-format-unknown";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Conflict: load-failed, no-run-with-rows, not-run-yet, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "load-failed" | "no-run-with-rows" | "not-run-yet" | "rows-loading";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Gone: odata-version-gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-version-gone";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Content too large: odata-groups-too-many, sheet-too-long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-groups-too-many" | "sheet-too-long";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "range-beyond-end";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Too many requests: downloads-of-user-busy, streams-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "downloads-of-user-busy" | "streams-of-user-busy" | "too-many-attempts";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            500: components["responses"]["ServerFaultOfOData"];
            /** @description Not implemented: odata-option-unsupported, odata-unsupported. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-option-unsupported" | "odata-unsupported";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Service unavailable: count-too-slow, counts-busy, downloads-busy, engine-unavailable, parquet-in-the-making, rows-too-slow, streams-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "count-too-slow" | "counts-busy" | "downloads-busy" | "engine-unavailable" | "parquet-in-the-making" | "rows-too-slow" | "streams-busy";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            507: components["responses"]["InsufficientStorageOfOData"];
        };
    };
    get_odata_set_row: {
        parameters: {
            query?: {
                /** @description json, whose parameters may follow it. */
                $format?: string;
                /** @description Names of properties, with commas. */
                $select?: string;
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                "other parameters, which are ignored"?: {
                    [key: string]: string;
                };
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The number of the row. */
                row: string;
                /** @description The name of a table. */
                set: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, odata-key-invalid, odata-query-invalid, odata-token-invalid, odata-version-too-old, parameter-repeated, parameter-unknown, percent-sign-alone, rows-too-large-to-sort. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "odata-key-invalid" | "odata-query-invalid" | "odata-token-invalid" | "odata-version-too-old" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "rows-too-large-to-sort";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            401: components["responses"]["UnauthorizedOfKeyOfOData"];
            /** @description Forbidden: access-needed-to-stream, scope-missing. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "access-needed-to-stream" | "scope-missing";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            404: components["responses"]["NotFoundOfPathOfItemOfOData"];
            /** @description Not acceptable: odata-format-unknown. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-format-unknown";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Conflict: load-failed, no-run-with-rows, not-run-yet, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "load-failed" | "no-run-with-rows" | "not-run-yet" | "rows-loading";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Gone: odata-version-gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-version-gone";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Content too large: odata-groups-too-many, sheet-too-long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-groups-too-many" | "sheet-too-long";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "range-beyond-end";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Too many requests: downloads-of-user-busy, streams-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "downloads-of-user-busy" | "streams-of-user-busy" | "too-many-attempts";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            500: components["responses"]["ServerFaultOfOData"];
            /** @description Not implemented: odata-option-unsupported, odata-unsupported. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-option-unsupported" | "odata-unsupported";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Service unavailable: count-too-slow, counts-busy, downloads-busy, engine-unavailable, parquet-in-the-making, rows-too-slow, streams-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "count-too-slow" | "counts-busy" | "downloads-busy" | "engine-unavailable" | "parquet-in-the-making" | "rows-too-slow" | "streams-busy";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            507: components["responses"]["InsufficientStorageOfOData"];
        };
    };
    get_odata_set_count: {
        parameters: {
            query?: {
                /** @description eq ne gt ge lt le in, and or not, brackets, contains, startswith, endswith, year, month, day, hour, minute, second, date, time, tolower, toupper, trim, length, indexof, substring, round, floor, ceiling: level gt 2 and name ne 'Weir'. ne keeps rows without a value. */
                $filter?: string;
                /** @description json, whose parameters may follow it. */
                $format?: string;
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                "other parameters, which are ignored"?: {
                    [key: string]: string;
                };
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of a table. */
                set: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, odata-query-invalid, odata-token-invalid, odata-version-too-old, parameter-repeated, parameter-unknown, percent-sign-alone, rows-too-large-to-sort. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "odata-query-invalid" | "odata-token-invalid" | "odata-version-too-old" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone" | "rows-too-large-to-sort";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            401: components["responses"]["UnauthorizedOfKeyOfOData"];
            /** @description Forbidden: access-needed-to-stream, scope-missing. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "access-needed-to-stream" | "scope-missing";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            404: components["responses"]["NotFoundOfPathOfItemOfOData"];
            /** @description Not acceptable: odata-format-unknown. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-format-unknown";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Conflict: load-failed, no-run-with-rows, not-run-yet, rows-loading. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "load-failed" | "no-run-with-rows" | "not-run-yet" | "rows-loading";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Gone: odata-version-gone. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-version-gone";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Content too large: odata-groups-too-many, sheet-too-long. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-groups-too-many" | "sheet-too-long";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Range not satisfiable: range-beyond-end. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "range-beyond-end";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Too many requests: downloads-of-user-busy, streams-of-user-busy, too-many-attempts. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "downloads-of-user-busy" | "streams-of-user-busy" | "too-many-attempts";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            500: components["responses"]["ServerFaultOfOData"];
            /** @description Not implemented: odata-option-unsupported, odata-unsupported. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-option-unsupported" | "odata-unsupported";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            /** @description Service unavailable: count-too-slow, counts-busy, downloads-busy, engine-unavailable, parquet-in-the-making, rows-too-slow, streams-busy. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "count-too-slow" | "counts-busy" | "downloads-busy" | "engine-unavailable" | "parquet-in-the-making" | "rows-too-slow" | "streams-busy";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            507: components["responses"]["InsufficientStorageOfOData"];
        };
    };
    get_odata_metadata: {
        parameters: {
            query?: {
                /** @description json, whose parameters may follow it. */
                $format?: string;
                /** @description Filters, as `column=operator.value` with eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in and is. neq leaves out rows without a value, isdistinct keeps them; ilike ignores case. A pattern takes `*` for any characters and `\*` for a star. `where.*=ilike.*part*` looks in every column, at the first 100,000 characters of each cell; a query may have one such filter. */
                "other parameters, which are ignored"?: {
                    [key: string]: string;
                };
            };
            header?: {
                /** @description The ETag of what the client has: the answer is 304 while that is up to date. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description EDMX 4.0. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": unknown;
                };
            };
            /** @description Bad request: address-not-a-path, address-with-control-characters, address-with-dots, address-with-nul, authorization-repeated, data-parameter, host-invalid, host-repeated, input-invalid, odata-version-too-old, parameter-repeated, parameter-unknown, percent-sign-alone. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "address-not-a-path" | "address-with-control-characters" | "address-with-dots" | "address-with-nul" | "authorization-repeated" | "data-parameter" | "host-invalid" | "host-repeated" | "input-invalid" | "odata-version-too-old" | "parameter-repeated" | "parameter-unknown" | "percent-sign-alone";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            401: components["responses"]["UnauthorizedOfKeyOfOData"];
            403: components["responses"]["ForbiddenOfScopeOfOData"];
            /** @description Not acceptable: odata-format-unknown. */
            406: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-format-unknown";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            429: components["responses"]["TooManyRequestsOfOData"];
            500: components["responses"]["ServerFaultOfOData"];
            /** @description Not implemented: odata-option-unsupported. */
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            /** @enum {string} */
                            code: "odata-option-unsupported";
                            message: string;
                        };
                    };
                    "application/xml": string;
                };
            };
            503: components["responses"]["ServiceUnavailableOfOData"];
            507: components["responses"]["InsufficientStorageOfOData"];
        };
    };
}
