@echo off
rem The command tldr4j, from the unpacked distribution. TLDR4J_OPTS holds options for Java, such as -Xmx8g.
setlocal enabledelayedexpansion
set "LIB=%~dp0..\lib"
set "JAVA=java"
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"

set MAJOR=0
for /f "tokens=3" %%v in ('""%JAVA%" -version" 2^>^&1 ^| findstr /i " version "') do (
    for /f "delims=.-+ tokens=1" %%m in ("%%~v") do set "MAJOR=%%m"
)
if !MAJOR! LSS 17 (
    echo tldr4j: no Java 17 or newer found; install one or set JAVA_HOME 1>&2
    exit /b 1
)

rem lucene-bench needs Java 21, an NVIDIA card Java 25
set "CP=%LIB%\*"
set OPTIONS=
if !MAJOR! GEQ 21 if "%~1"=="lucene-bench" (
    set "CP=!CP!;%LIB%\lucene\*"
    set "OPTIONS=--add-modules jdk.incubator.vector"
)
if !MAJOR! GEQ 25 set "CP=!CP!;%LIB%\cuda\*"
set "MAIN_CLASS=dev.tldr4j.cli.Main"
setlocal disabledelayedexpansion & "%JAVA%" --enable-native-access=ALL-UNNAMED %OPTIONS% %TLDR4J_OPTS% -cp "%CP%" %MAIN_CLASS% %*
